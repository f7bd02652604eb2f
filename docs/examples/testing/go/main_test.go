package backups

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/yaml"
)

// config connects to the server that all tests of this package share.
var config *rest.Config

func TestMain(m *testing.M) {
	code, err := runWithKiln(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// runWithKiln starts a server, creates the CRD, runs the tests, and stops the server.
func runWithKiln(m *testing.M) (int, error) {
	folder, err := os.MkdirTemp("", "kiln-")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(folder)
	kiln := os.Getenv("KILN")
	if kiln == "" {
		kiln = "kiln"
	}
	server := exec.Command(kiln, "serve", "--store", "memory", "--listen", "127.0.0.1:0", "--data-dir", folder)
	server.Stderr = os.Stderr
	output, err := server.StdoutPipe()
	if err != nil {
		return 1, err
	}
	if err := server.Start(); err != nil {
		return 1, err
	}
	defer server.Wait()
	defer server.Process.Signal(syscall.SIGTERM)
	for lines := bufio.NewScanner(output); ; {
		if !lines.Scan() {
			return 1, fmt.Errorf("kiln serve ended before it was ready")
		}
		if strings.HasPrefix(lines.Text(), "ready ") {
			break
		}
	}
	// With these variables envtest starts no server of its own: a suite that has an Environment needs no other change.
	os.Setenv("KUBECONFIG", filepath.Join(folder, "kubeconfig"))
	os.Setenv("USE_EXISTING_CLUSTER", "true")
	environment := &envtest.Environment{}
	if config, err = environment.Start(); err != nil {
		return 1, err
	}
	defer environment.Stop()
	if err := createFromFile(filepath.Join("..", "..", "backup-crd.yaml")); err != nil {
		return 1, err
	}
	return m.Run(), nil
}

// createFromFile keeps every keyword of a CRD, because it does not decode it into Go types. envtest's CRDDirectoryPaths
// does, and drops x-kubernetes-mutability and x-kubernetes-unions.
func createFromFile(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	object := &unstructured.Unstructured{}
	if err := yaml.Unmarshal(text, &object.Object); err != nil {
		return err
	}
	c, err := client.New(config, client.Options{})
	if err != nil {
		return err
	}
	return c.Create(context.Background(), object)
}
