// Command argo keeps a small set of objects on a server as Argo CD does, with its own library: it watches the cluster,
// syncs the set, finds drift and corrects it, takes fields over with server-side apply,
// replaces what cannot be changed, and prunes what is not in the set any more. It prints what became of each object, and
// ends with code 1 if something goes wrong.
//
//	argo KUBECONFIG NAMESPACE
//
// With a third argument it prints the health of everything in the namespace instead, see health.go.
//
//	argo KUBECONFIG NAMESPACE health
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/argoproj/argo-cd/gitops-engine/pkg/cache"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/diff"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/engine"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/sync"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/utils/kube"
	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
)

const patience = 30 * time.Second

// mark is the annotation that identifies objects of the set on the cluster.
const mark = "example.com/set"

var cupboards = schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "cupboards"}

type keeper struct {
	engine    engine.GitOpsEngine
	cache     cache.ClusterCache
	client    dynamic.Interface
	namespace string
}

// manifest is cupboards.yaml, from standard input.
var manifest string

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	klog.SetLogger(logr.Discard())
	if len(os.Args) > 3 && os.Args[3] == "health" {
		if err := watchHealth(ctx, os.Args[1], os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
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
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	config.QPS = -1
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return err
	}
	isMarked := func(object *unstructured.Unstructured, _ bool) (any, bool) {
		owner := object.GetAnnotations()[mark]
		return owner, owner != ""
	}
	clusterCache := cache.NewClusterCache(config, cache.SetLogr(logr.Discard()),
		cache.SetPopulateResourceInfoHandler(isMarked))
	k := keeper{engine.NewEngine(config, clusterCache, engine.WithLogr(logr.Discard())), clusterCache, client, namespace}
	stop, err := k.engine.Run()
	if err != nil {
		return err
	}
	defer stop()
	steps := []func(context.Context) error{k.create, k.repeat, k.correct, k.takeOver, k.replace, k.prune}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func isManaged(resource *cache.Resource) bool {
	return resource.Info == "kitchen"
}

// create syncs the CRD first: kubectl caches discovery for a while.
func (k *keeper) create(ctx context.Context) error {
	if err := k.sync(ctx, "define", k.definition()); err != nil {
		return err
	}
	return k.sync(ctx, "create", k.desired("red"))
}

func (k *keeper) repeat(ctx context.Context) error {
	if err := k.awaitDrift(ctx, "red"); err != nil {
		return err
	}
	return k.sync(ctx, "repeat", k.desired("red"))
}

// correct changes an object, waits until the cache contains the change, and syncs it back.
func (k *keeper) correct(ctx context.Context) error {
	objects := k.client.Resource(cupboards).Namespace(k.namespace)
	edited, err := objects.Get(ctx, "pantry", metav1.GetOptions{})
	if err != nil {
		return err
	}
	if err := unstructured.SetNestedField(edited.Object, int64(9), "spec", "shelves"); err != nil {
		return err
	}
	if _, err := objects.Update(ctx, edited, metav1.UpdateOptions{FieldManager: "kubectl-edit"}); err != nil {
		return err
	}
	if err := k.awaitDrift(ctx, "red", "Cupboard/pantry"); err != nil {
		return err
	}
	fmt.Println("drift Cupboard/pantry")
	return k.sync(ctx, "correct", k.desired("red"))
}

// takeOver applies the same set by server-side apply, and prints who owns a field afterwards.
func (k *keeper) takeOver(ctx context.Context) error {
	options := []sync.SyncOpt{sync.WithServerSideApply(true), sync.WithServerSideApplyManager("argo")}
	if err := k.sync(ctx, "take over", k.desired("red"), options...); err != nil {
		return err
	}
	live, err := k.client.Resource(cupboards).Namespace(k.namespace).Get(ctx, "pantry", metav1.GetOptions{})
	if err != nil {
		return err
	}
	for _, entry := range live.GetManagedFields() {
		if entry.Operation == "Apply" && strings.Contains(string(entry.FieldsV1.Raw), "f:shelves") {
			fmt.Println("owner", entry.Manager)
		}
	}
	return nil
}

// replace changes an immutable ConfigMap, which fails unless it may be deleted and created again.
func (k *keeper) replace(ctx context.Context) error {
	if err := k.sync(ctx, "change", k.desired("blue")); err != nil {
		return err
	}
	objects := k.desired("blue")
	for _, object := range objects {
		if object.GetKind() == "ConfigMap" && object.GetName() == "paint" {
			annotate(object, "argocd.argoproj.io/sync-options", "Replace=true,Force=true")
		}
	}
	return k.sync(ctx, "replace", objects)
}

// prune syncs a smaller set: all other objects with the mark are deleted.
func (k *keeper) prune(ctx context.Context) error {
	return k.sync(ctx, "prune", k.definition(), sync.WithPrune(true))
}

func (k *keeper) definition() []*unstructured.Unstructured {
	return slices.DeleteFunc(k.desired(""), func(object *unstructured.Unstructured) bool {
		return object.GetKind() != "CustomResourceDefinition"
	})
}

// awaitDrift waits until the cache contains the written objects and exactly these objects are out of sync.
func (k *keeper) awaitDrift(ctx context.Context, colour string, expected ...string) error {
	for {
		targets := k.desired(colour)
		live, err := k.cache.GetManagedLiveObjs(targets, isManaged)
		if err != nil {
			return err
		}
		reconciled := sync.Reconcile(targets, live, k.namespace, k.cache)
		differences, err := diff.DiffArray(reconciled.Target, reconciled.Live, diff.WithLogr(logr.Discard()))
		if err != nil {
			return err
		}
		drifted := []string{}
		for i, difference := range differences.Diffs {
			if difference.Modified {
				drifted = append(drifted, name(kube.GetResourceKey(reconciled.Target[i])))
			}
		}
		if strings.Join(drifted, " ") == strings.Join(expected, " ") {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("expected %v to differ, but %v did", expected, drifted)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// sync prints one line for every kind of result, with the objects that had it.
func (k *keeper) sync(ctx context.Context, step string, objects []*unstructured.Unstructured, options ...sync.SyncOpt) error {
	options = append(options, sync.WithLogr(logr.Discard()))
	results, err := k.engine.Sync(ctx, objects, isManaged, step, k.namespace, options...)
	if err != nil {
		return fmt.Errorf("%s: %w", step, err)
	}
	lines := map[string][]string{}
	for _, result := range results {
		what := fmt.Sprintf("%s %s %s", step, result.Status, outcome(result.Message))
		lines[what] = append(lines[what], name(result.ResourceKey))
	}
	sorted := []string{}
	for what, names := range lines {
		sort.Strings(names)
		sorted = append(sorted, what+" "+strings.Join(names, " "))
	}
	sort.Strings(sorted)
	fmt.Println(strings.Join(sorted, "\n"))
	return nil
}

var outcomes = regexp.MustCompile(`(?:^|/\S+ |field )(created|configured|unchanged|serverside-applied|replaced|pruned|is immutable)\b`)

// outcome is the last word of kubectl's message about an object, which Argo CD runs.
func outcome(message string) string {
	found := outcomes.FindAllStringSubmatch(message, -1)
	if len(found) == 0 {
		return message
	}
	return found[len(found)-1][1]
}

func name(key kube.ResourceKey) string {
	return key.Kind + "/" + key.Name
}

func (k *keeper) desired(colour string) []*unstructured.Unstructured {
	text := strings.NewReplacer("NAMESPACE", k.namespace, "COLOUR", colour).Replace(manifest)
	objects, err := kube.SplitYAML([]byte(text))
	if err != nil {
		panic(err)
	}
	for _, object := range objects {
		annotate(object, mark, "kitchen")
	}
	return objects
}

func annotate(object *unstructured.Unstructured, key, value string) {
	annotations := object.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	annotations[key] = value
	object.SetAnnotations(annotations)
}
