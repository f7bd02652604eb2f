// Command typed does with built-in kinds what controllers do, with client-go's typed clients, in protobuf and nothing
// else. It prints one line a kind, and ends with code 1 if something is not as it should be.
//
//	typed KUBECONFIG NAMESPACE
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

const (
	patience = 30 * time.Second
	protobuf = "application/vnd.kubernetes.protobuf"
)

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
	config.ContentType = protobuf
	config.AcceptContentTypes = protobuf
	config.QPS = -1
	config.Wrap(func(next http.RoundTripper) http.RoundTripper { return onlyProtobuf{next} })
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	for _, step := range steps {
		if err := step.run(ctx, client, namespace); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
		fmt.Println(step.name)
	}
	return nil
}

// onlyProtobuf fails for a response in another encoding, so that no client falls back to JSON unnoticed.
type onlyProtobuf struct {
	next http.RoundTripper
}

func (o onlyProtobuf) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := o.next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	if contentType := response.Header.Get("Content-Type"); !strings.HasPrefix(contentType, protobuf) {
		response.Body.Close()
		return nil, fmt.Errorf("%s %s was answered with %s", request.Method, request.URL.Path, contentType)
	}
	return response, nil
}
