package main

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	batchv1 "k8s.io/api/batch/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes"
)

type step struct {
	name string
	run  func(ctx context.Context, client kubernetes.Interface, namespace string) error
}

var named = metav1.ObjectMeta{Name: "typed", Labels: map[string]string{"app": "typed"}}
var selector = &metav1.LabelSelector{MatchLabels: named.Labels}

func template(policy corev1.RestartPolicy) corev1.PodTemplateSpec {
	return corev1.PodTemplateSpec{
		ObjectMeta: metav1.ObjectMeta{Labels: named.Labels},
		Spec: corev1.PodSpec{
			RestartPolicy: policy,
			Containers: []corev1.Container{{
				Name:  "main",
				Image: "example.com/main:1",
				Ports: []corev1.ContainerPort{{Name: "http", ContainerPort: 8080}},
				Resources: corev1.ResourceRequirements{
					Requests: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("0.25")},
				},
				LivenessProbe: &corev1.Probe{ProbeHandler: corev1.ProbeHandler{
					HTTPGet: &corev1.HTTPGetAction{Path: "/", Port: intstr.FromString("http")},
				}},
			}},
		},
	}
}

var steps = []step{
	{"configmaps", func(ctx context.Context, c kubernetes.Interface, ns string) error {
		made := &corev1.ConfigMap{ObjectMeta: named, Data: map[string]string{"a": "é"}, BinaryData: map[string][]byte{"b": {0, 255}}}
		return exercise(ctx, c.CoreV1().ConfigMaps(ns), made, func(o *corev1.ConfigMap) { o.Data["a"] = "2" })
	}},
	{"secrets", func(ctx context.Context, c kubernetes.Interface, ns string) error {
		made := &corev1.Secret{ObjectMeta: named, Data: map[string][]byte{"a": []byte("1")}}
		return exercise(ctx, c.CoreV1().Secrets(ns), made, func(o *corev1.Secret) { o.StringData = map[string]string{"b": "2"} })
	}},
	{"serviceaccounts", func(ctx context.Context, c kubernetes.Interface, ns string) error {
		made := &corev1.ServiceAccount{ObjectMeta: named}
		return exercise(ctx, c.CoreV1().ServiceAccounts(ns), made, func(o *corev1.ServiceAccount) {
			o.ImagePullSecrets = []corev1.LocalObjectReference{{Name: "pull"}}
		})
	}},
	{"services", func(ctx context.Context, c kubernetes.Interface, ns string) error {
		made := &corev1.Service{ObjectMeta: named, Spec: corev1.ServiceSpec{
			Selector: named.Labels,
			Ports:    []corev1.ServicePort{{Port: 80, TargetPort: intstr.FromString("http")}},
		}}
		return exercise(ctx, c.CoreV1().Services(ns), made, func(o *corev1.Service) { o.Spec.Ports[0].TargetPort = intstr.FromInt32(8080) })
	}},
	{"pods", func(ctx context.Context, c kubernetes.Interface, ns string) error {
		spec := template(corev1.RestartPolicyAlways).Spec
		made := &corev1.Pod{ObjectMeta: named, Spec: spec}
		return exercise(ctx, c.CoreV1().Pods(ns), made, func(o *corev1.Pod) { o.Spec.Containers[0].Image = "example.com/main:2" })
	}},
	{"events", func(ctx context.Context, c kubernetes.Interface, ns string) error {
		about := corev1.ObjectReference{Kind: "Pod", Namespace: ns, Name: "typed"}
		made := &corev1.Event{ObjectMeta: named, InvolvedObject: about, Reason: "Typed", Type: corev1.EventTypeNormal}
		return exercise(ctx, c.CoreV1().Events(ns), made, func(o *corev1.Event) { o.Count = 2 })
	}},
	{"deployments", func(ctx context.Context, c kubernetes.Interface, ns string) error {
		spec := appsv1.DeploymentSpec{Selector: selector, Template: template(corev1.RestartPolicyAlways)}
		made := &appsv1.Deployment{ObjectMeta: named, Spec: spec}
		return exercise(ctx, c.AppsV1().Deployments(ns), made, func(o *appsv1.Deployment) { o.Spec.Paused = true })
	}},
	{"jobs", func(ctx context.Context, c kubernetes.Interface, ns string) error {
		made := &batchv1.Job{ObjectMeta: named, Spec: batchv1.JobSpec{Template: template(corev1.RestartPolicyNever)}}
		return exercise(ctx, c.BatchV1().Jobs(ns), made, func(o *batchv1.Job) { o.Spec.ActiveDeadlineSeconds = new(int64(60)) })
	}},
	{"leases", func(ctx context.Context, c kubernetes.Interface, ns string) error {
		now := metav1.NowMicro()
		made := &coordinationv1.Lease{ObjectMeta: named, Spec: coordinationv1.LeaseSpec{AcquireTime: &now, RenewTime: &now}}
		return exercise(ctx, c.CoordinationV1().Leases(ns), made, func(o *coordinationv1.Lease) { o.Spec.HolderIdentity = new("me") })
	}},
	{"ingresses", func(ctx context.Context, c kubernetes.Interface, ns string) error {
		backend := &networkingv1.IngressBackend{Service: &networkingv1.IngressServiceBackend{
			Name: "typed", Port: networkingv1.ServiceBackendPort{Number: 80},
		}}
		made := &networkingv1.Ingress{ObjectMeta: named, Spec: networkingv1.IngressSpec{DefaultBackend: backend}}
		return exercise(ctx, c.NetworkingV1().Ingresses(ns), made, func(o *networkingv1.Ingress) {
			o.Spec.DefaultBackend.Service.Port.Number = 81
		})
	}},
	{"poddisruptionbudgets", func(ctx context.Context, c kubernetes.Interface, ns string) error {
		half := intstr.FromString("50%")
		spec := policyv1.PodDisruptionBudgetSpec{MinAvailable: &half, Selector: selector}
		made := &policyv1.PodDisruptionBudget{ObjectMeta: named, Spec: spec}
		return exercise(ctx, c.PolicyV1().PodDisruptionBudgets(ns), made, func(o *policyv1.PodDisruptionBudget) {
			*o.Spec.MinAvailable = intstr.FromInt32(1)
		})
	}},
	{"clusterroles", func(ctx context.Context, c kubernetes.Interface, _ string) error {
		rule := rbacv1.PolicyRule{Verbs: []string{"get"}, APIGroups: []string{""}, Resources: []string{"pods"}}
		made := &rbacv1.ClusterRole{ObjectMeta: named, Rules: []rbacv1.PolicyRule{rule}}
		return exercise(ctx, c.RbacV1().ClusterRoles(), made, func(o *rbacv1.ClusterRole) { o.Rules[0].Verbs = []string{"list"} })
	}},
	{"nodes", func(ctx context.Context, c kubernetes.Interface, _ string) error {
		made := &corev1.Node{ObjectMeta: named}
		return exercise(ctx, c.CoreV1().Nodes(), made, func(o *corev1.Node) { o.Spec.Unschedulable = true })
	}},
	{"subresources", useSubresources},
	{"evictions", evictPod},
	{"tokens", makeToken},
	{"reviews", askReviews},
	{"namespaces", makeNamespace},
}

func useSubresources(ctx context.Context, client kubernetes.Interface, namespace string) error {
	deployments := client.AppsV1().Deployments(namespace)
	spec := appsv1.DeploymentSpec{Selector: selector, Template: template(corev1.RestartPolicyAlways)}
	made, err := deployments.Create(ctx, &appsv1.Deployment{ObjectMeta: named, Spec: spec}, metav1.CreateOptions{})
	if err != nil {
		return fmt.Errorf("create: %w", err)
	}
	made.Status.ObservedGeneration = made.Generation
	if made, err = deployments.UpdateStatus(ctx, made, metav1.UpdateOptions{}); err != nil || made.Status.ObservedGeneration == 0 {
		return fmt.Errorf("status: %v, %v", err, made)
	}
	scale, err := deployments.GetScale(ctx, "typed", metav1.GetOptions{})
	if err != nil {
		return fmt.Errorf("get scale: %w", err)
	}
	scale.Spec.Replicas = 3
	if scale, err = deployments.UpdateScale(ctx, "typed", scale, metav1.UpdateOptions{}); err != nil || scale.Spec.Replicas != 3 {
		return fmt.Errorf("update scale: %v, %v", err, scale)
	}
	if err := deployments.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{}); err != nil {
		return fmt.Errorf("delete all: %w", err)
	}
	return nil
}

func evictPod(ctx context.Context, client kubernetes.Interface, namespace string) error {
	pods := client.CoreV1().Pods(namespace)
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "evicted"}, Spec: template(corev1.RestartPolicyAlways).Spec}
	if _, err := pods.Create(ctx, pod, metav1.CreateOptions{}); err != nil {
		return fmt.Errorf("create: %w", err)
	}
	bound := &corev1.Binding{ObjectMeta: metav1.ObjectMeta{Name: "evicted"}, Target: corev1.ObjectReference{Kind: "Node", Name: "n"}}
	if err := pods.Bind(ctx, bound, metav1.CreateOptions{}); err != nil {
		return fmt.Errorf("bind: %w", err)
	}
	if got, err := pods.Get(ctx, "evicted", metav1.GetOptions{}); err != nil || got.Spec.NodeName != "n" {
		return fmt.Errorf("get: %v, %v", err, got)
	}
	return pods.EvictV1(ctx, &policyv1.Eviction{ObjectMeta: metav1.ObjectMeta{Name: "evicted"}})
}

func makeToken(ctx context.Context, client kubernetes.Interface, namespace string) error {
	accounts := client.CoreV1().ServiceAccounts(namespace)
	if _, err := accounts.Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "signed"}}, metav1.CreateOptions{}); err != nil {
		return fmt.Errorf("create: %w", err)
	}
	token, err := accounts.CreateToken(ctx, "signed", &authenticationv1.TokenRequest{}, metav1.CreateOptions{})
	if err != nil || token.Status.Token == "" {
		return fmt.Errorf("token: %v, %v", err, token)
	}
	return nil
}

func askReviews(ctx context.Context, client kubernetes.Interface, _ string) error {
	who, err := client.AuthenticationV1().SelfSubjectReviews().Create(ctx, &authenticationv1.SelfSubjectReview{}, metav1.CreateOptions{})
	if err != nil || who.Status.UserInfo.Username == "" {
		return fmt.Errorf("who: %v, %v", err, who)
	}
	question := &authorizationv1.SelfSubjectAccessReview{Spec: authorizationv1.SelfSubjectAccessReviewSpec{
		ResourceAttributes: &authorizationv1.ResourceAttributes{Verb: "get", Resource: "pods"},
	}}
	answer, err := client.AuthorizationV1().SelfSubjectAccessReviews().Create(ctx, question, metav1.CreateOptions{})
	if err != nil || !answer.Status.Allowed {
		return fmt.Errorf("may: %v, %v", err, answer)
	}
	return nil
}

// makeNamespace does not wait for the deletion of the namespace, which takes until it is empty.
func makeNamespace(ctx context.Context, client kubernetes.Interface, _ string) error {
	namespaces := client.CoreV1().Namespaces()
	made, err := namespaces.Create(ctx, &corev1.Namespace{ObjectMeta: named}, metav1.CreateOptions{})
	if err != nil || made.Status.Phase != corev1.NamespaceActive {
		return fmt.Errorf("create: %v, %v", err, made)
	}
	made.Labels["b"] = "2"
	if made, err = namespaces.Update(ctx, made, metav1.UpdateOptions{}); err != nil || made.Labels["b"] != "2" {
		return fmt.Errorf("update: %v, %v", err, made)
	}
	return namespaces.Delete(ctx, "typed", metav1.DeleteOptions{})
}
