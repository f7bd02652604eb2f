package backups

import (
	"context"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// newNamespace creates a namespace for a test and deletes it at the end.
func newNamespace(t *testing.T, c client.Client) string {
	t.Helper()
	namespace := &unstructured.Unstructured{}
	namespace.SetGroupVersionKind(schema.GroupVersionKind{Version: "v1", Kind: "Namespace"})
	namespace.SetGenerateName("test-")
	if err := c.Create(t.Context(), namespace); err != nil {
		t.Fatal(err)
	}
	// The context of the test is canceled by then.
	t.Cleanup(func() { c.Delete(context.Background(), namespace) })
	return namespace.GetName()
}

// createBackup creates a Backup in a new namespace, and returns it with its client.
func createBackup(t *testing.T, volume string) (client.Client, *unstructured.Unstructured) {
	t.Helper()
	c, err := client.New(config, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	backup := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"volume": volume}}}
	backup.SetGroupVersionKind(schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Backup"})
	backup.SetNamespace(newNamespace(t, c))
	backup.SetName("nightly")
	if err := c.Create(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	return c, backup
}

func TestDefaultsAreSet(t *testing.T) {
	_, backup := createBackup(t, "data")
	if keep, _, _ := unstructured.NestedInt64(backup.Object, "spec", "keep"); keep != 7 {
		t.Errorf("keep is %d, not 7", keep)
	}
}

func TestVolumeStays(t *testing.T) {
	c, backup := createBackup(t, "data")
	if err := unstructured.SetNestedField(backup.Object, "other", "spec", "volume"); err != nil {
		t.Fatal(err)
	}
	err := c.Update(t.Context(), backup)
	if !apierrors.IsInvalid(err) || !strings.Contains(err.Error(), "spec.volume") {
		t.Errorf("the volume was changed: %v", err)
	}
}
