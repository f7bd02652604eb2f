// Command informer watches a custom resource as controllers do, with client-go's shared informer, while it creates,
// changes and deletes an object of it. It prints what the informer saw, one line each, then how the informer got its
// first state, and ends with code 1 if something did not come.
//
//	informer KUBECONFIG NAMESPACE
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

var resource = schema.GroupVersionResource{Group: "bakery.example.com", Version: "v1", Resource: "ovens"}

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
	requests := &requestCounter{}
	config.Wrap(requests.wrap)
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return err
	}
	ovens := client.Resource(resource).Namespace(namespace)
	if _, err := ovens.Create(ctx, oven("early", 1), metav1.CreateOptions{}); err != nil {
		return err
	}
	events, err := startInformer(ctx, client, ovens)
	if err != nil {
		return err
	}
	if err := expect(ctx, events, "added early heat=1"); err != nil {
		return err
	}
	if err := changeOvens(ctx, ovens, events); err != nil {
		return err
	}
	fmt.Println(requests.summary())
	return nil
}

// changeOvens makes changes one after the other, and waits each time until the informer has the change.
func changeOvens(ctx context.Context, ovens dynamic.ResourceInterface, events <-chan string) error {
	created, err := ovens.Create(ctx, oven("late", 1), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if err := expect(ctx, events, "added late heat=1"); err != nil {
		return err
	}
	if err := unstructured.SetNestedField(created.Object, int64(2), "spec", "heat"); err != nil {
		return err
	}
	if _, err := ovens.Update(ctx, created, metav1.UpdateOptions{}); err != nil {
		return err
	}
	if err := expect(ctx, events, "updated late heat=2"); err != nil {
		return err
	}
	if err := ovens.Delete(ctx, "late", metav1.DeleteOptions{}); err != nil {
		return err
	}
	return expect(ctx, events, "deleted late heat=2")
}

func oven(name string, heat int64) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "bakery.example.com/v1",
		"kind":       "Oven",
		"metadata":   map[string]any{"name": name},
		"spec":       map[string]any{"heat": heat},
	}}
}

// startInformer returns when the informer has synced.
func startInformer(ctx context.Context, client dynamic.Interface, ovens dynamic.ResourceInterface) (<-chan string, error) {
	source := &cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
			return ovens.List(ctx, options)
		},
		WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
			return ovens.Watch(ctx, options)
		},
	}
	lister := cache.ToListWatcherWithWatchListSemantics(source, client)
	informer := cache.NewSharedIndexInformer(lister, &unstructured.Unstructured{}, 0, cache.Indexers{})
	events := make(chan string, 100)
	say := func(what string) func(any) {
		return func(object any) { events <- what + " " + describe(object) }
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    say("added"),
		UpdateFunc: func(_, object any) { events <- "updated " + describe(object) },
		DeleteFunc: say("deleted"),
	})
	if err != nil {
		return nil, err
	}
	go informer.RunWithContext(ctx)
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return nil, fmt.Errorf("the informer never had its first state")
	}
	return events, nil
}

func describe(object any) string {
	oven, ok := object.(*unstructured.Unstructured)
	if !ok {
		return fmt.Sprintf("%T", object)
	}
	heat, _, _ := unstructured.NestedInt64(oven.Object, "spec", "heat")
	return fmt.Sprintf("%s heat=%d", oven.GetName(), heat)
}

func expect(ctx context.Context, events <-chan string, want string) error {
	select {
	case got := <-events:
		fmt.Println(got)
		if got != want {
			return fmt.Errorf("expected %q, got %q", want, got)
		}
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%q never came", want)
	}
}

// requestCounter counts whether the informer got its first state by a list, or by a watch with initial events.
type requestCounter struct {
	mu         sync.Mutex
	lists      int
	watchLists int
}

func (c *requestCounter) wrap(next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(request *http.Request) (*http.Response, error) {
		query := request.URL.Query()
		c.mu.Lock()
		if request.Method == http.MethodGet && query.Get("sendInitialEvents") == "true" {
			c.watchLists++
		} else if request.Method == http.MethodGet && query.Get("watch") == "" {
			c.lists++
		}
		c.mu.Unlock()
		return next.RoundTrip(request)
	})
}

func (c *requestCounter) summary() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprintf("lists=%d watchLists=%d", c.lists, c.watchLists)
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }
