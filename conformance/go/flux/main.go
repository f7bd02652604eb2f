// Command flux keeps a small set of objects on a server as Flux does, with its own library: it applies them in stages,
// waits until they are ready, applies them again, corrects what somebody else has changed, replaces what cannot be
// changed, and prunes what is not in the set any more. It prints what became of each object, and ends with code 1 if
// something goes wrong.
//
//	flux KUBECONFIG NAMESPACE
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/fluxcd/cli-utils/pkg/kstatus/polling"
	"github.com/fluxcd/pkg/ssa"
	"github.com/fluxcd/pkg/ssa/utils"
	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

const patience = 30 * time.Second

var waitOptions = ssa.WaitOptions{Interval: 200 * time.Millisecond, Timeout: patience / 2}

// manifest is cupboards.yaml, from standard input.
var manifest string

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	log.SetLogger(logr.Discard())
	text, err := io.ReadAll(os.Stdin)
	if err == nil {
		manifest = string(text)
		err = run(ctx, os.Args[1], os.Args[2])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, kubeconfig, namespace string) error {
	manager, err := newManager(kubeconfig)
	if err != nil {
		return err
	}
	steps := []func(context.Context, *ssa.ResourceManager, string) error{create, repeat, correct, replace, prune}
	for _, step := range steps {
		if err := step(ctx, manager, namespace); err != nil {
			return err
		}
	}
	return nil
}

func newManager(kubeconfig string) (*ssa.ResourceManager, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, err
	}
	// No limit on requests: the program polls often.
	config.QPS = -1
	transport, err := rest.HTTPClientFor(config)
	if err != nil {
		return nil, err
	}
	mapper, err := apiutil.NewDynamicRESTMapper(config, transport)
	if err != nil {
		return nil, err
	}
	objects, err := client.New(config, client.Options{Mapper: mapper})
	if err != nil {
		return nil, err
	}
	poller := polling.NewStatusPoller(objects, mapper, polling.Options{})
	return ssa.NewResourceManager(objects, poller, ssa.Owner{Field: "flux", Group: "example.com"}), nil
}

// create applies a definition and, once it is served, an object of it beside built-in ones.
func create(ctx context.Context, manager *ssa.ResourceManager, namespace string) error {
	if err := apply(ctx, manager, "create", desired(namespace, "red")); err != nil {
		return err
	}
	if err := manager.Wait(desired(namespace, "red"), waitOptions); err != nil {
		return err
	}
	fmt.Println("ready")
	return nil
}

func repeat(ctx context.Context, manager *ssa.ResourceManager, namespace string) error {
	return apply(ctx, manager, "repeat", desired(namespace, "red"))
}

// correct edits an object as kubectl would, shows the drift, and applies it back.
func correct(ctx context.Context, manager *ssa.ResourceManager, namespace string) error {
	edited := find(desired(namespace, "red"), "Cupboard")
	if err := manager.Client().Get(ctx, client.ObjectKeyFromObject(edited), edited); err != nil {
		return err
	}
	if err := unstructured.SetNestedField(edited.Object, int64(9), "spec", "shelves"); err != nil {
		return err
	}
	if err := manager.Client().Update(ctx, edited, client.FieldOwner("kubectl-edit")); err != nil {
		return err
	}
	entry, _, _, err := manager.Diff(ctx, find(desired(namespace, "red"), "Cupboard"), ssa.DefaultDiffOptions())
	if err != nil {
		return err
	}
	fmt.Println("drift", entry)
	return apply(ctx, manager, "correct", desired(namespace, "red"))
}

// replace changes an immutable ConfigMap, which fails unless it may be deleted and created again.
func replace(ctx context.Context, manager *ssa.ResourceManager, namespace string) error {
	objects := desired(namespace, "blue")
	_, err := manager.ApplyAllStaged(ctx, objects, ssa.DefaultApplyOptions())
	if err == nil || !strings.Contains(err.Error(), "immutable") {
		return fmt.Errorf("a change of an immutable ConfigMap was answered: %v", err)
	}
	fmt.Println("refused")
	find(objects, "ConfigMap").SetAnnotations(map[string]string{"example.com/force": "true"})
	options := ssa.DefaultApplyOptions()
	options.ForceSelector = map[string]string{"example.com/force": "true"}
	changes, err := manager.ApplyAllStaged(ctx, objects, options)
	return report("replace", changes, err)
}

// prune deletes all objects with the owner's labels, and waits until they are gone.
func prune(ctx context.Context, manager *ssa.ResourceManager, namespace string) error {
	objects := desired(namespace, "blue")
	options := ssa.DeleteOptions{
		PropagationPolicy: "Background",
		Inclusions:        manager.GetOwnerLabels("set", namespace),
	}
	changes, err := manager.DeleteAll(ctx, objects, options)
	if err := report("prune", changes, err); err != nil {
		return err
	}
	return manager.WaitForTermination(objects, waitOptions)
}

func apply(ctx context.Context, manager *ssa.ResourceManager, step string, objects []*unstructured.Unstructured) error {
	changes, err := manager.ApplyAllStaged(ctx, objects, ssa.DefaultApplyOptions())
	return report(step, changes, err)
}

// report prints one line for every action, with its objects.
func report(step string, changes *ssa.ChangeSet, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", step, err)
	}
	lines := []string{}
	for action, subjects := range changes.ToGroupedMap() {
		sort.Strings(subjects)
		lines = append(lines, fmt.Sprintf("%s %s %s", step, action, strings.Join(subjects, " ")))
	}
	sort.Strings(lines)
	fmt.Println(strings.Join(lines, "\n"))
	return nil
}

func find(objects []*unstructured.Unstructured, kind string) *unstructured.Unstructured {
	for _, object := range objects {
		if object.GetKind() == kind {
			return object
		}
	}
	panic("no " + kind)
}

func desired(namespace, colour string) []*unstructured.Unstructured {
	text := strings.NewReplacer("NAMESPACE", namespace, "COLOUR", colour).Replace(manifest)
	objects, err := utils.ReadObjects(strings.NewReader(text))
	if err != nil {
		panic(err)
	}
	for _, object := range objects {
		object.SetLabels(map[string]string{"example.com/name": "set", "example.com/namespace": namespace})
	}
	return objects
}
