// The suite of jobset's controllers on forks: every spec gets a cluster and a manager of its own. It takes the place of
// test/integration/controller/suite_test.go; the specs are jobset's own, unchanged. With KILN_ENVTEST=1 all specs share
// one kube-apiserver of envtest and one manager, as in jobset's own set-up.
package controllertest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/utils/ptr"
	kiln "kiln.dev/testing/go"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"

	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
	"sigs.k8s.io/jobset/pkg/controllers"
	testutils "sigs.k8s.io/jobset/pkg/util/testing"
)

// operatorAgent is the user agent that distinguishes the operator's requests from those of the specs.
const operatorAgent = "jobset-operator"

var (
	k8sClient  client.Client
	ctx        context.Context
	fork       *kiln.Fork
	restConfig *rest.Config
	// sharesEnvtest selects one kube-apiserver for all specs in place of forks.
	sharesEnvtest = os.Getenv("KILN_ENVTEST") == "1"
)

func TestAPIs(t *testing.T) {
	RegisterFailHandler(Fail)
	start := time.Now()
	RunSpecs(t, "Controller Suite")
	seconds := func(who int) float64 {
		var usage syscall.Rusage
		Expect(syscall.Getrusage(who, &usage)).To(Succeed())
		return (time.Duration(usage.Utime.Nano()) + time.Duration(usage.Stime.Nano())).Seconds()
	}
	// The servers have been waited for, so that their time is among that of the children.
	fmt.Printf("wall time %.1f s, processor time %.1f s: servers %.1f, tests and operator %.1f\n", time.Since(start).Seconds(),
		seconds(syscall.RUSAGE_CHILDREN)+seconds(syscall.RUSAGE_SELF), seconds(syscall.RUSAGE_CHILDREN), seconds(syscall.RUSAGE_SELF))
}

var _ = BeforeSuite(func() {
	logf.SetLogger(zap.New(zap.WriteTo(GinkgoWriter)))
	Expect(jobset.AddToScheme(scheme.Scheme)).To(Succeed())
	if sharesEnvtest {
		startEnvtest()
		return
	}
	// Controllers are off: the specs take the part of the garbage collector, which envtest's kube-apiserver lacks.
	base := kiln.Start(GinkgoTB(), "--disable-controllers", "*")
	DeferCleanup(base.Stop)
	config, err := clientcmd.BuildConfigFromFlags("", base.KubeconfigFile)
	Expect(err).NotTo(HaveOccurred())
	_, err = envtest.InstallCRDs(config, envtest.CRDInstallOptions{
		Paths:              []string{filepath.Join("..", "..", "..", "config", "components", "crd", "bases")},
		ErrorIfPathMissing: true,
	})
	Expect(err).NotTo(HaveOccurred())
})

// startEnvtest starts a kube-apiserver and the operator for all specs.
func startEnvtest() {
	environment := &envtest.Environment{
		CRDDirectoryPaths:     []string{filepath.Join("..", "..", "..", "config", "components", "crd", "bases")},
		ErrorIfCRDPathMissing: true,
	}
	cfg, err := environment.Start()
	Expect(err).NotTo(HaveOccurred())
	cfg.QPS = -1
	k8sClient, err = client.New(cfg, client.Options{Scheme: scheme.Scheme})
	Expect(err).NotTo(HaveOccurred())
	var cancel context.CancelFunc
	ctx, cancel = context.WithCancel(context.Background())
	ended := startManager(ctx, cfg)
	DeferCleanup(func() {
		cancel()
		<-ended
		Expect(environment.Stop()).To(Succeed())
	})
}

var _ = BeforeEach(func() {
	if sharesEnvtest {
		return
	}
	fork = kiln.Start(GinkgoTB()).Fork(GinkgoTB())
	cfg, err := clientcmd.RESTConfigFromKubeConfig(fork.Kubeconfig)
	Expect(err).NotTo(HaveOccurred())
	cfg.QPS = -1
	k8sClient, err = client.New(cfg, client.Options{Scheme: scheme.Scheme})
	Expect(err).NotTo(HaveOccurred())
	restConfig, ctx = cfg, context.Background()
})

// Runs after the hooks of the specs, so that faults are active when the operator starts.
var _ = JustBeforeEach(func() {
	if sharesEnvtest {
		return
	}
	var cancel context.CancelFunc
	ctx, cancel = context.WithCancel(context.Background())
	ended := startManager(ctx, restConfig)
	DeferCleanup(func() {
		cancel()
		<-ended
	})
})

func startManager(ctx context.Context, cfg *rest.Config) <-chan struct{} {
	operator := rest.CopyConfig(cfg)
	operator.UserAgent = operatorAgent
	manager, err := ctrl.NewManager(operator, ctrl.Options{
		Scheme:     scheme.Scheme,
		Metrics:    server.Options{BindAddress: "0"},
		Controller: config.Controller{SkipNameValidation: ptr.To(true)},
	})
	Expect(err).NotTo(HaveOccurred())
	jobSets := controllers.NewJobSetReconciler(manager.GetClient(), manager.GetScheme(), manager.GetEventRecorderFor("jobset"))
	Expect(controllers.SetupJobSetIndexes(ctx, manager.GetFieldIndexer())).To(Succeed())
	Expect(jobSets.SetupWithManager(manager)).To(Succeed())
	pods := controllers.NewPodReconciler(manager.GetClient(), manager.GetScheme(), manager.GetEventRecorderFor("pod"))
	Expect(controllers.SetupPodIndexes(ctx, manager.GetFieldIndexer())).To(Succeed())
	Expect(pods.SetupWithManager(manager)).To(Succeed())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer GinkgoRecover()
		Expect(manager.Start(ctx)).To(Succeed())
	}()
	return ended
}

// faultsOf returns the faults of one seed: refused writes, writes whose response is lost, refused lists, watches that
// end, lag and repeat.
func faultsOf(seed int) map[string]kiln.Object {
	fault := func(probability float64, verbs []string, spec kiln.Object) kiln.Object {
		spec["match"] = kiln.Object{"verbs": verbs, "userAgents": []string{operatorAgent}}
		spec["probability"], spec["seed"], spec["times"] = probability, seed, 8
		return spec
	}
	writes := []string{"create", "update", "patch"}
	return map[string]kiln.Object{
		"busy":     fault(0.2, []string{"list", "create"}, kiln.Object{"action": "Status", "code": 429, "retryAfterSeconds": 1}),
		"conflict": fault(0.3, []string{"update", "patch"}, kiln.Object{"action": "Status", "code": 409}),
		"crash":    fault(0.2, writes, kiln.Object{"action": "Status", "code": 500}),
		"expire":   fault(0.3, []string{"watch"}, kiln.Object{"action": "ExpireWatch", "events": 2}),
		"late":     fault(0.3, writes, kiln.Object{"action": "Delay", "delay": "50ms"}),
		"lost":     fault(0.2, writes, kiln.Object{"action": "LoseAnswer"}),
		"repeat":   fault(0.3, []string{"watch"}, kiln.Object{"action": "RepeatEvents", "events": 3, "repeat": 2}),
		"torn":     fault(0.3, []string{"watch"}, kiln.Object{"action": "DropWatch", "events": 1}),
	}
}

// seeds is the number of seeds in KILN_SEEDS; 0 by default.
func seeds() int {
	count, _ := strconv.Atoi(os.Getenv("KILN_SEEDS"))
	return count
}

func firstSeed() int {
	first, _ := strconv.Atoi(os.Getenv("KILN_FIRST_SEED"))
	return first
}

var _ = Describe("seeds of faults", func() {
	for seed := firstSeed(); seed < firstSeed()+seeds(); seed++ {
		Context(fmt.Sprintf("seed %d", seed), func() {
			BeforeEach(func() {
				for name, spec := range faultsOf(seed) {
					fork.Inject(name, spec)
				}
			})
			It("completes a JobSet and comes to rest", func() { completeJobSet(seed) })
		})
	}
})

func completeJobSet(seed int) {
	template := testutils.MakeJobTemplate("job", "default").PodSpec(testutils.TestPodSpec).Obj()
	// Sets the defaults of jobset's webhook, which does not run here.
	set := testutils.MakeJobSet("set", "default").
		SuccessPolicy(&jobset.SuccessPolicy{Operator: jobset.OperatorAll}).
		EnableDNSHostnames(true).
		ReplicatedJob(testutils.MakeReplicatedJob("a").Job(template).Replicas(1).Obj()).
		ReplicatedJob(testutils.MakeReplicatedJob("b").Job(template).Replicas(2).Obj()).Obj()
	Expect(k8sClient.Create(ctx, set)).To(Succeed())
	fail := func() string { return report(seed) }
	var jobs batchv1.JobList
	Eventually(func() int {
		Expect(k8sClient.List(ctx, &jobs, client.InNamespace("default"))).To(Succeed())
		return len(jobs.Items)
	}, time.Minute, 50*time.Millisecond).Should(Equal(3), fail)
	for i := range jobs.Items {
		finish(&jobs.Items[i])
	}
	Eventually(func() bool {
		var now jobset.JobSet
		Expect(k8sClient.Get(ctx, client.ObjectKeyFromObject(set), &now)).To(Succeed())
		return meta.IsStatusConditionTrue(now.Status.Conditions, string(jobset.JobSetCompleted))
	}, time.Minute, 50*time.Millisecond).Should(BeTrue(), fail)
	fork.Settled(kiln.Settle{Quiet: time.Second, Timeout: time.Minute})
	fork.ExpectNoWrites(500 * time.Millisecond)
}

// finish sets the status that the Job controller would set.
func finish(job *batchv1.Job) {
	Eventually(func() error {
		if err := k8sClient.Get(ctx, client.ObjectKeyFromObject(job), job); err != nil {
			return err
		}
		now := metav1.Now()
		job.Status.StartTime, job.Status.CompletionTime, job.Status.Succeeded = &now, &now, 1
		for _, kind := range []batchv1.JobConditionType{batchv1.JobSuccessCriteriaMet, batchv1.JobComplete} {
			condition := batchv1.JobCondition{Type: kind, Status: corev1.ConditionTrue, LastTransitionTime: now}
			job.Status.Conditions = append(job.Status.Conditions, condition)
		}
		return k8sClient.Status().Update(ctx, job)
	}, time.Minute, 50*time.Millisecond).Should(Succeed())
}

// report explains how to run a seed again, with the operator's requests.
func report(seed int) string {
	text, _ := json.Marshal(fork.Requests())
	return fmt.Sprintf("replay with KILN_SEEDS=1 KILN_FIRST_SEED=%d; requests: %s", seed, text)
}
