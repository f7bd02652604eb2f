package main

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// object is a pointer to a kind.
type object[T any] interface {
	*T
	metav1.Object
	runtime.Object
}

// list is a pointer to a list of a kind.
type list[L any] interface {
	*L
	metav1.ListInterface
	runtime.Object
}

// typedClient is the interface that all typed clients have in common.
type typedClient[P any, Q any] interface {
	Create(context.Context, P, metav1.CreateOptions) (P, error)
	Update(context.Context, P, metav1.UpdateOptions) (P, error)
	Delete(context.Context, string, metav1.DeleteOptions) error
	Get(context.Context, string, metav1.GetOptions) (P, error)
	List(context.Context, metav1.ListOptions) (Q, error)
	Watch(context.Context, metav1.ListOptions) (watch.Interface, error)
	Patch(context.Context, string, types.PatchType, []byte, metav1.PatchOptions, ...string) (P, error)
}

// exercise creates, reads, changes and deletes an object, and compares the results of all calls.
func exercise[T any, P object[T], L any, Q list[L]](ctx context.Context, client typedClient[P, Q], made P, change func(P)) error {
	before, err := client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return fmt.Errorf("list: %w", err)
	}
	events, err := client.Watch(ctx, metav1.ListOptions{
		ResourceVersion: before.GetResourceVersion(),
		FieldSelector:   "metadata.name=" + made.GetName(),
	})
	if err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	defer events.Stop()
	created, err := client.Create(ctx, made, metav1.CreateOptions{})
	if err != nil {
		return fmt.Errorf("create: %w", err)
	}
	if err := expectEvent(ctx, events, watch.Added, created); err != nil {
		return err
	}
	if _, err := client.Create(ctx, made, metav1.CreateOptions{}); !errors.IsAlreadyExists(err) {
		return fmt.Errorf("a second create: %v", err)
	}
	return changeAndDelete(ctx, client, created, change, events)
}

func changeAndDelete[T any, P object[T], L any, Q list[L]](ctx context.Context, client typedClient[P, Q], created P, change func(P), events watch.Interface) error {
	name := created.GetName()
	got, err := client.Get(ctx, name, metav1.GetOptions{})
	if err != nil || !equality.Semantic.DeepEqual(got, created) {
		return fmt.Errorf("get: %v, %v instead of %v", err, got, created)
	}
	change(got)
	updated, err := client.Update(ctx, got, metav1.UpdateOptions{})
	if err != nil {
		return fmt.Errorf("update: %w", err)
	}
	if err := expectEvent(ctx, events, watch.Modified, updated); err != nil {
		return err
	}
	if _, err := client.Update(ctx, created, metav1.UpdateOptions{}); !errors.IsConflict(err) {
		return fmt.Errorf("an update of what is old: %v", err)
	}
	patch := []byte(`{"metadata":{"labels":{"patched":"yes"}}}`)
	patched, err := client.Patch(ctx, name, types.StrategicMergePatchType, patch, metav1.PatchOptions{})
	if err != nil || patched.GetLabels()["patched"] != "yes" {
		return fmt.Errorf("patch: %v, %v", err, patched)
	}
	if err := expectEvent(ctx, events, watch.Modified, patched); err != nil {
		return err
	}
	options := metav1.DeleteOptions{
		GracePeriodSeconds: new(int64(0)),
		Preconditions:      &metav1.Preconditions{UID: new(patched.GetUID())},
		PropagationPolicy:  new(metav1.DeletePropagationBackground),
	}
	if err := client.Delete(ctx, name, options); err != nil {
		return fmt.Errorf("delete: %w", err)
	}
	if _, err := client.Get(ctx, name+"-none", metav1.GetOptions{}); !errors.IsNotFound(err) {
		return fmt.Errorf("a get of what is not there: %v", err)
	}
	return nil
}

// expectEvent waits for an event and compares its object, if one is given.
func expectEvent(ctx context.Context, events watch.Interface, kind watch.EventType, expected runtime.Object) error {
	select {
	case event := <-events.ResultChan():
		if event.Type != kind || !equality.Semantic.DeepEqual(event.Object, expected) {
			return fmt.Errorf("watch: %s %v instead of %s %v", event.Type, event.Object, kind, expected)
		}
		return nil
	case <-ctx.Done():
		return fmt.Errorf("watch: no event %s: %w", kind, ctx.Err())
	}
}
