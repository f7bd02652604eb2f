// The Go helper with controller-runtime as an operator's suite uses it: envtest installs the CRDs, a manager reconciles.
package envtestforks

import (
	"context"
	"net/http"
	"testing"
	"time"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	kiln "kiln.dev/testing/go"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const label = "example.com/seen"

func widgets() *apiextensionsv1.CustomResourceDefinition {
	preserve := true
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "widgets.example.com"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: "example.com",
			Scope: apiextensionsv1.NamespaceScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "widgets", Singular: "widget", Kind: "Widget", ListKind: "WidgetList"},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: "v1", Served: true, Storage: true,
				Schema: &apiextensionsv1.CustomResourceValidation{
					OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{Type: "object", XPreserveUnknownFields: &preserve},
				},
			}},
		},
	}
}

// startEnvironment gives the config of a fork in which envtest has installed the CRD.
func startEnvironment(t *testing.T, fork *kiln.Fork) *rest.Config {
	t.Helper()
	existing := true
	given, err := clientcmd.RESTConfigFromKubeConfig(fork.Kubeconfig)
	if err != nil {
		t.Fatal(err)
	}
	environment := &envtest.Environment{
		UseExistingCluster: &existing,
		Config:             given,
		CRDs:               []*apiextensionsv1.CustomResourceDefinition{widgets()},
	}
	started, err := environment.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := environment.Stop(); err != nil {
			t.Error(err)
		}
	})
	return started
}

// startManager runs an operator that labels every ConfigMap of one namespace, once.
func startManager(t *testing.T, given *rest.Config) {
	t.Helper()
	skip := true
	manager, err := ctrl.NewManager(given, ctrl.Options{
		Scheme:     scheme.Scheme,
		Metrics:    server.Options{BindAddress: "0"},
		Controller: config.Controller{SkipNameValidation: &skip},
	})
	if err != nil {
		t.Fatal(err)
	}
	reconciler := reconcile.Func(func(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
		found := &corev1.ConfigMap{}
		if err := manager.GetClient().Get(ctx, request.NamespacedName, found); err != nil {
			return reconcile.Result{}, client.IgnoreNotFound(err)
		}
		if found.Namespace != "default" || found.Labels[label] != "" {
			return reconcile.Result{}, nil
		}
		before := found.DeepCopy()
		found.Labels = map[string]string{label: "yes"}
		return reconcile.Result{}, manager.GetClient().Patch(ctx, found, client.MergeFrom(before))
	})
	if err := ctrl.NewControllerManagedBy(manager).For(&corev1.ConfigMap{}).Complete(reconciler); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func TestManagerOnAFork(t *testing.T) {
	fork := kiln.Start(t).Fork(t)
	given := startEnvironment(t, fork)
	startManager(t, given)
	direct, err := client.New(given, client.Options{Scheme: scheme.Scheme})
	if err != nil {
		t.Fatal(err)
	}
	made := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "mine", Namespace: "default"}}
	if err := direct.Create(context.Background(), made); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(30 * time.Second)
	for made.Labels[label] == "" && time.Now().Before(deadline) {
		if err := direct.Get(context.Background(), client.ObjectKeyFromObject(made), made); err != nil {
			t.Fatal(err)
		}
	}
	if made.Labels[label] != "yes" {
		t.Fatalf("the operator set no label: %v", made.Labels)
	}
	fork.Settled(kiln.Settle{})
}

func TestEnvironmentOfAnotherFork(t *testing.T) {
	base := kiln.Start(t)
	with, without := base.Fork(t), base.Fork(t)
	startEnvironment(t, with)
	if _, err := base.Do(http.MethodGet, "/clusters/"+with.Name+"/apis/example.com/v1/widgets", nil); err != nil {
		t.Error(err)
	}
	if _, err := base.Do(http.MethodGet, "/clusters/"+without.Name+"/apis/example.com/v1/widgets", nil); err == nil {
		t.Error("the other fork has the CRD that envtest installed in the first")
	}
}
