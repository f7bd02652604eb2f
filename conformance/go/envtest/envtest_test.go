// Package envtest is a suite as kubebuilder projects have it: an unchanged envtest.Environment, whose binaries
// KUBEBUILDER_ASSETS names.
package envtest

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

func start(t *testing.T, environment *envtest.Environment) (*rest.Config, client.Client) {
	t.Helper()
	config, err := environment.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := environment.Stop(); err != nil {
			t.Error(err)
		}
	})
	return config, clientFor(t, config)
}

func clientFor(t *testing.T, config *rest.Config) client.Client {
	t.Helper()
	made, err := client.New(config, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func configMap(name string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name}}
}

// TestStart prints the time until the first write succeeds, and the memory of the processes by then.
func TestStart(t *testing.T) {
	began := time.Now()
	_, c := start(t, &envtest.Environment{})
	if err := c.Create(context.Background(), configMap("first")); err != nil {
		t.Fatal(err)
	}
	fmt.Printf("first write after %d ms, %d MiB in %s\n", time.Since(began).Milliseconds(), childMemory()>>10, os.Getenv("KUBEBUILDER_ASSETS"))
}

// TestNoControllers checks that nothing happens that a kube-apiserver without controllers does not do.
func TestNoControllers(t *testing.T) {
	if os.Getenv("KILN_ENVTEST_CONTROLLERS") != "" {
		t.Skip("controllers are on")
	}
	_, c := start(t, &envtest.Environment{})
	ctx := context.Background()
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "stays"}}
	if err := c.Create(ctx, namespace); err != nil {
		t.Fatal(err)
	}
	if err := c.Delete(ctx, namespace); err != nil {
		t.Fatal(err)
	}
	if err := c.Get(ctx, client.ObjectKeyFromObject(namespace), namespace); err != nil || namespace.DeletionTimestamp == nil {
		t.Fatalf("the namespace should be terminating: %v", err)
	}
}

func TestAddUser(t *testing.T) {
	environment := &envtest.Environment{}
	start(t, environment)
	user, err := environment.AddUser(envtest.User{Name: "alice", Groups: []string{"devs"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = clientFor(t, user.Config()).Create(context.Background(), configMap("hers"))
	if !apierrors.IsForbidden(err) || !strings.Contains(err.Error(), `User "alice"`) {
		t.Fatalf("alice should be known and have no rights: %v", err)
	}
}

func TestServersSideBySide(t *testing.T) {
	_, one := start(t, &envtest.Environment{})
	_, other := start(t, &envtest.Environment{})
	if err := one.Create(context.Background(), configMap("here")); err != nil {
		t.Fatal(err)
	}
	if err := other.Get(context.Background(), client.ObjectKey{Namespace: "default", Name: "here"}, configMap("")); !apierrors.IsNotFound(err) {
		t.Fatalf("the servers share objects: %v", err)
	}
}

func TestFlagsOfTheSuite(t *testing.T) {
	environment := &envtest.Environment{}
	environment.ControlPlane.GetAPIServer().Configure().
		Append("feature-gates", "StorageVersionAPI=true").
		Append("runtime-config", "internal.apiserver.k8s.io/v1alpha1=true").
		Set("disable-admission-plugins", "ServiceAccount,NamespaceLifecycle").
		Set("max-requests-inflight", "500")
	_, c := start(t, environment)
	object := configMap("anywhere")
	object.Namespace = "not-there"
	if err := c.Create(context.Background(), object); err != nil {
		t.Fatalf("without NamespaceLifecycle no namespace is needed: %v", err)
	}
}

func TestWebhook(t *testing.T) {
	fail := admissionv1.Fail
	none := admissionv1.SideEffectClassNone
	path := "/validate"
	hooks := &admissionv1.ValidatingWebhookConfiguration{
		ObjectMeta: metav1.ObjectMeta{Name: "hooks"},
		Webhooks: []admissionv1.ValidatingWebhook{{
			Name: "names.example.com", FailurePolicy: &fail, SideEffects: &none, AdmissionReviewVersions: []string{"v1"},
			ClientConfig: admissionv1.WebhookClientConfig{
				Service: &admissionv1.ServiceReference{Namespace: "default", Name: "hooks", Path: &path},
			},
			Rules: []admissionv1.RuleWithOperations{{
				Operations: []admissionv1.OperationType{admissionv1.Create},
				Rule:       admissionv1.Rule{APIGroups: []string{""}, APIVersions: []string{"v1"}, Resources: []string{"configmaps"}},
			}},
		}},
	}
	environment := &envtest.Environment{WebhookInstallOptions: envtest.WebhookInstallOptions{
		ValidatingWebhooks: []*admissionv1.ValidatingWebhookConfiguration{hooks},
	}}
	_, c := start(t, environment)
	options := environment.WebhookInstallOptions
	server := webhook.NewServer(webhook.Options{
		Host: options.LocalServingHost, Port: options.LocalServingPort, CertDir: options.LocalServingCertDir,
	})
	server.Register(path, &admission.Webhook{Handler: admission.HandlerFunc(func(_ context.Context, request admission.Request) admission.Response {
		return admission.Denied("not this name: " + request.Name)
	})})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go server.Start(ctx)
	for server.StartedChecker()(&http.Request{}) != nil {
		time.Sleep(10 * time.Millisecond)
	}
	err := c.Create(ctx, configMap("bad"))
	if err == nil || !strings.Contains(err.Error(), "not this name: bad") {
		t.Fatalf("the webhook should deny it: %v", err)
	}
}

// childMemory is the resident memory of all processes below this one, in KiB.
func childMemory() int {
	parents := map[string]string{}
	sizes := map[string]int{}
	files, _ := filepath.Glob("/proc/[0-9]*/status")
	for _, file := range files {
		text, _ := os.ReadFile(file)
		var parent string
		var size int
		for _, line := range strings.Split(string(text), "\n") {
			fmt.Sscanf(line, "PPid: %s", &parent)
			fmt.Sscanf(line, "VmRSS: %d", &size)
		}
		id := filepath.Base(filepath.Dir(file))
		parents[id], sizes[id] = parent, size
	}
	total, own := 0, fmt.Sprint(os.Getpid())
	for id, size := range sizes {
		for ancestor := parents[id]; ancestor != ""; ancestor = parents[ancestor] {
			if ancestor == own {
				total += size
				break
			}
		}
	}
	return total
}
