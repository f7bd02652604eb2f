// Command controller runs a controller-runtime manager that reports an oven's racks in its status, creates an oven, and
// waits until the report is there; then deletes the oven and waits until the controller has heard of it. It prints one
// line for each, and ends with code 1 if something did not come.
//
//	controller KUBECONFIG NAMESPACE
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/go-logr/logr"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const patience = 20 * time.Second

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := run(ctx, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, kubeconfig, namespace string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	ctrl.SetLogger(logr.Discard())
	manager, err := ctrl.NewManager(config, ctrl.Options{Metrics: server.Options{BindAddress: "0"}})
	if err != nil {
		return err
	}
	reporter := &reporter{client: manager.GetClient(), reported: make(chan int64, 10), gone: make(chan string, 10)}
	if err := ctrl.NewControllerManagedBy(manager).Named("racks").For(newOven()).Complete(reporter); err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() { failed <- manager.Start(ctx) }()

	oven := newOven()
	oven.SetNamespace(namespace)
	oven.SetName("controlled")
	oven.Object["spec"] = map[string]any{"racks": int64(3)}
	if err := manager.GetClient().Create(ctx, oven); err != nil {
		return err
	}
	if racks, err := wait(ctx, reporter.reported, failed); err != nil {
		return fmt.Errorf("waiting for the report: %w", err)
	} else {
		fmt.Printf("reported %d\n", racks)
	}
	if err := manager.GetClient().Delete(ctx, oven); err != nil {
		return err
	}
	name, err := wait(ctx, reporter.gone, failed)
	if err != nil {
		return fmt.Errorf("waiting for the end: %w", err)
	}
	fmt.Printf("gone %s\n", name)
	return nil
}

func newOven() *unstructured.Unstructured {
	oven := &unstructured.Unstructured{}
	oven.SetGroupVersionKind(schema.GroupVersionKind{Group: "bakery.example.com", Version: "v1", Kind: "Oven"})
	return oven
}

func wait[T any](ctx context.Context, values <-chan T, failed <-chan error) (T, error) {
	var none T
	select {
	case value := <-values:
		return value, nil
	case err := <-failed:
		return none, fmt.Errorf("the manager ended: %v", err)
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// reporter copies spec.racks to status.racks, reading from the manager's cache.
type reporter struct {
	client   client.Client
	reported chan int64
	gone     chan string
}

func (r *reporter) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	oven := newOven()
	if err := r.client.Get(ctx, request.NamespacedName, oven); apierrors.IsNotFound(err) {
		r.gone <- request.Name
		return reconcile.Result{}, nil
	} else if err != nil {
		return reconcile.Result{}, err
	}
	want, _, _ := unstructured.NestedInt64(oven.Object, "spec", "racks")
	have, found, _ := unstructured.NestedInt64(oven.Object, "status", "racks")
	if found && have == want {
		r.reported <- have
		return reconcile.Result{}, nil
	}
	if err := unstructured.SetNestedField(oven.Object, want, "status", "racks"); err != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{}, r.client.Status().Update(ctx, oven)
}
