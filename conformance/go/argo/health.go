package main

import (
	"context"
	"fmt"
	"time"

	"github.com/argoproj/argo-cd/gitops-engine/pkg/health"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/clientcmd"
)

var checked = []schema.GroupVersionResource{
	{Group: "apps", Version: "v1", Resource: "deployments"},
	{Group: "apps", Version: "v1", Resource: "statefulsets"},
	{Group: "apps", Version: "v1", Resource: "daemonsets"},
	{Group: "apps", Version: "v1", Resource: "replicasets"},
	{Group: "batch", Version: "v1", Resource: "jobs"},
	{Group: "autoscaling", Version: "v2", Resource: "horizontalpodautoscalers"},
	{Group: "networking.k8s.io", Version: "v1", Resource: "ingresses"},
	{Version: "v1", Resource: "pods"},
	{Version: "v1", Resource: "services"},
	{Version: "v1", Resource: "persistentvolumeclaims"},
}

// watchHealth prints the health of every object in a namespace by Argo CD's rules, once all are Healthy or when the
// time is over.
func watchHealth(ctx context.Context, kubeconfig, namespace string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return err
	}
	for {
		lines, isHealthy, err := readHealth(ctx, client, namespace)
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			isHealthy = true
		default:
		}
		if isHealthy {
			for _, line := range lines {
				fmt.Println(line)
			}
			return nil
		}
		time.Sleep(200 * time.Millisecond)
	}
}

func readHealth(ctx context.Context, client dynamic.Interface, namespace string) (lines []string, isHealthy bool, err error) {
	isHealthy = true
	for _, resource := range checked {
		list, err := client.Resource(resource).Namespace(namespace).List(context.WithoutCancel(ctx), metav1.ListOptions{})
		if err != nil {
			return nil, false, err
		}
		for i := range list.Items {
			status, err := health.GetResourceHealth(&list.Items[i], nil)
			if err != nil {
				return nil, false, err
			}
			if status == nil {
				continue
			}
			isHealthy = isHealthy && status.Status == health.HealthStatusHealthy
			lines = append(lines, fmt.Sprintf("%s %s %s", list.Items[i].GetKind(), list.Items[i].GetName(), status.Status))
		}
	}
	return lines, isHealthy && len(lines) > 0, nil
}
