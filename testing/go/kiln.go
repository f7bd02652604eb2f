// Package kiln gives every Go test a Kubernetes API server of its own: a fork of a Kiln server that the test process starts once.
//
// It needs the kiln command (the variable KILN names another than the one on PATH) and nothing but the standard library. Hand
// Fork.Kubeconfig to clientcmd.RESTConfigFromKubeConfig, or set KUBECONFIG to Fork.KubeconfigFile and USE_EXISTING_CLUSTER to
// "true" for envtest.
package kiln

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

const groupPath = "/apis/testing.kiln.dev/v1"

// Server is a running `kiln serve --testing`.
type Server struct {
	// URL of the base cluster, whose objects every fork starts with.
	URL string
	// KubeconfigFile of the base cluster's administrator.
	KubeconfigFile string

	client  *http.Client
	process *exec.Cmd
	folder  string
	stop    sync.Once
}

var shared struct {
	sync.Mutex
	server *Server
	err    error
}

// Start gives the one server of this test process, and starts it when it is first asked for. The server ends with the process,
// however that ends; call Stop in TestMain to end it earlier.
func Start(t testing.TB, flags ...string) *Server {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil && shared.err == nil {
		shared.server, shared.err = Serve(flags...)
	}
	if shared.err != nil {
		t.Fatalf("kiln: %v", shared.err)
	}
	return shared.server
}

// Serve starts a server of its own, in memory, on a free port, with further flags of `kiln serve`.
func Serve(flags ...string) (*Server, error) {
	program := os.Getenv("KILN")
	if program == "" {
		program = "kiln"
	}
	folder, err := os.MkdirTemp("", "kiln-test-")
	if err != nil {
		return nil, err
	}
	arguments := []string{"serve", "--testing", "--store", "memory", "--listen", "127.0.0.1:0", "--data-dir", folder}
	process := exec.Command(program, append(arguments, flags...)...)
	process.Env = append(os.Environ(), "KILN_STOP_WITH_PARENT=1")
	var complaints bytes.Buffer
	process.Stderr = &complaints
	output, err := process.StdoutPipe()
	if err == nil {
		err = process.Start()
	}
	if err != nil {
		os.RemoveAll(folder)
		return nil, err
	}
	server := &Server{process: process, folder: folder, KubeconfigFile: filepath.Join(folder, "kubeconfig")}
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "ready ") {
			go io.Copy(io.Discard, output)
			if err := server.connect(); err != nil {
				server.Stop()
				return nil, err
			}
			return server, nil
		}
	}
	process.Wait()
	os.RemoveAll(folder)
	return nil, fmt.Errorf("%s serve --testing ended before it was ready: %s", program, strings.TrimSpace(complaints.String()))
}

// Stop ends the server with all its forks.
func (s *Server) Stop() {
	s.stop.Do(func() {
		s.process.Process.Signal(syscall.SIGTERM)
		s.process.Wait()
		os.RemoveAll(s.folder)
	})
}

// The kubeconfig of a Kiln server is JSON.
func (s *Server) connect() error {
	text, err := os.ReadFile(s.KubeconfigFile)
	if err != nil {
		return err
	}
	var config struct {
		Clusters []struct {
			Cluster struct {
				Server string `json:"server"`
				CA     []byte `json:"certificate-authority-data"`
			} `json:"cluster"`
		} `json:"clusters"`
		Users []struct {
			User struct {
				Certificate []byte `json:"client-certificate-data"`
				Key         []byte `json:"client-key-data"`
			} `json:"user"`
		} `json:"users"`
	}
	if err := json.Unmarshal(text, &config); err != nil {
		return fmt.Errorf("%s: %w", s.KubeconfigFile, err)
	}
	cluster, user := config.Clusters[0].Cluster, config.Users[0].User
	certificate, err := tls.X509KeyPair(user.Certificate, user.Key)
	if err != nil {
		return err
	}
	authorities := x509.NewCertPool()
	authorities.AppendCertsFromPEM(cluster.CA)
	s.URL = cluster.Server
	s.client = &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: authorities, Certificates: []tls.Certificate{certificate}},
	}}
	return nil
}

// Object is any JSON object.
type Object = map[string]any

// Do sends a request to the server as the administrator and decodes the answer. A refusal is an error with the server's message.
func (s *Server) Do(method, path string, body Object) (Object, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, s.URL+path, content)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if method == http.MethodPatch {
		request.Header.Set("Content-Type", "application/merge-patch+json")
	}
	response, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var answer Object
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil, fmt.Errorf("%s %s: %s: %w", method, path, response.Status, err)
	}
	if response.StatusCode >= 300 {
		message, _ := answer["message"].(string)
		return answer, errors.New(message)
	}
	return answer, nil
}

// ForkOption changes what a fork starts as.
type ForkOption func(spec Object)

// FromFork starts as another fork is now.
func FromFork(name string) ForkOption { return from("fork", name) }

// FromSnapshot starts as a snapshot.
func FromSnapshot(name string) ForkOption { return from("snapshot", name) }

// Empty starts as a new cluster.
func Empty() ForkOption { return from("empty", true) }

func from(key string, value any) ForkOption {
	return func(spec Object) { spec["from"] = Object{key: value} }
}

// Fork is a cluster of one test.
type Fork struct {
	Name, URL string
	// Kubeconfig is complete, with the fork's own credentials.
	Kubeconfig     []byte
	KubeconfigFile string

	server *Server
	t      testing.TB
}

// Fork makes a cluster that starts as the base cluster is now, and deletes it when the test ends.
func (s *Server) Fork(t testing.TB, options ...ForkOption) *Fork {
	t.Helper()
	spec := Object{}
	for _, option := range options {
		option(spec)
	}
	object := testingObject("Fork", Object{"generateName": "test-"}, spec)
	made, err := s.Do(http.MethodPost, groupPath+"/forks", object)
	if err != nil {
		t.Fatalf("kiln: making a fork: %v", err)
	}
	status := made["status"].(Object)
	fork := &Fork{
		Name:       made["metadata"].(Object)["name"].(string),
		URL:        status["url"].(string),
		Kubeconfig: []byte(status["kubeconfig"].(string)),
		server:     s,
		t:          t,
	}
	fork.KubeconfigFile = filepath.Join(t.TempDir(), "kubeconfig")
	if err := os.WriteFile(fork.KubeconfigFile, fork.Kubeconfig, 0o600); err != nil {
		t.Fatalf("kiln: %v", err)
	}
	t.Cleanup(func() {
		if _, err := s.Do(http.MethodDelete, groupPath+"/forks/"+fork.Name, nil); err != nil {
			t.Errorf("kiln: deleting fork %s: %v", fork.Name, err)
		}
	})
	return fork
}

func testingObject(kind string, metadata, spec Object) Object {
	return Object{"apiVersion": "testing.kiln.dev/v1", "kind": kind, "metadata": metadata, "spec": spec}
}

// do sends a request to the fork and ends the test if it is refused.
func (f *Fork) do(method, path string, body Object) Object {
	f.t.Helper()
	answer, err := f.server.Do(method, "/clusters/"+f.Name+path, body)
	if err != nil {
		f.t.Fatalf("kiln: fork %s: %s %s: %v", f.Name, method, path, err)
	}
	return answer
}

// Reset brings the fork back to what it started as.
func (f *Fork) Reset() {
	f.t.Helper()
	path := groupPath + "/forks/" + f.Name
	object, err := f.server.Do(http.MethodGet, path, nil)
	if err == nil {
		resets, _ := object["spec"].(Object)["resets"].(float64)
		_, err = f.server.Do(http.MethodPatch, path, Object{"spec": Object{"resets": resets + 1}})
	}
	if err != nil {
		f.t.Fatalf("kiln: resetting fork %s: %v", f.Name, err)
	}
}

// StopClock stops the fork's time at the given one.
func (f *Fork) StopClock(at time.Time) {
	f.t.Helper()
	f.changeClock(func(spec Object) {
		spec["stopped"], spec["time"], spec["offset"] = true, at.UTC().Format(time.RFC3339), "0s"
	})
}

// Advance moves the fork's time on. Whatever fell due has happened when it returns.
func (f *Fork) Advance(by time.Duration) {
	f.t.Helper()
	f.changeClock(func(spec Object) {
		offset, _ := spec["offset"].(string)
		before, _ := time.ParseDuration(offset)
		spec["offset"] = (before + by).String()
	})
}

func (f *Fork) changeClock(change func(spec Object)) {
	f.t.Helper()
	clocks := f.do(http.MethodGet, groupPath+"/clocks", nil)["items"].([]any)
	spec := Object{}
	if len(clocks) == 0 {
		change(spec)
		f.do(http.MethodPost, groupPath+"/clocks", testingObject("Clock", Object{"name": "cluster"}, spec))
		return
	}
	spec = clocks[0].(Object)["spec"].(Object)
	change(spec)
	f.do(http.MethodPatch, groupPath+"/clocks/cluster", Object{"spec": spec})
}

// Fault is something that goes wrong with requests of a fork.
type Fault struct {
	name string
	fork *Fork
}

// Inject lets a fault act from now on. The spec is that of the kind Fault.
func (f *Fork) Inject(name string, spec Object) *Fault {
	f.t.Helper()
	f.do(http.MethodPost, groupPath+"/faults", testingObject("Fault", Object{"name": name}, spec))
	return &Fault{name: name, fork: f}
}

// Counts gives how many requests matched, and how often the fault acted.
func (f *Fault) Counts() (matched, injected int) {
	f.fork.t.Helper()
	status := f.fork.do(http.MethodGet, groupPath+"/faults/"+f.name, nil)["status"].(Object)
	return int(status["matched"].(float64)), int(status["injected"].(float64))
}

// Remove ends the fault.
func (f *Fault) Remove() {
	f.fork.t.Helper()
	f.fork.do(http.MethodDelete, groupPath+"/faults/"+f.name, nil)
}

// Request is one request of a client, from the log of its cluster.
type Request struct {
	Number    int    `json:"number"`
	User      string `json:"user"`
	UserAgent string `json:"userAgent"`
	Verb      string `json:"verb"`
	// Resource has group and subresource: deployments.apps/status.
	Resource  string `json:"resource"`
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	Code      int    `json:"code"`
	Fault     string `json:"fault"`
	Writes    []struct {
		Type  string `json:"type"`
		Key   string `json:"key"`
		Patch Object `json:"patch"`
	} `json:"writes"`
}

// Requests gives what clients sent to the fork, oldest first, without the server's own controllers.
func (f *Fork) Requests() []Request {
	f.t.Helper()
	return f.requestsAfter(0)
}

func (f *Fork) requestsAfter(number int) []Request {
	f.t.Helper()
	text, err := json.Marshal(f.do(http.MethodGet, fmt.Sprintf("/testing/log?after=%d", number), nil)["items"])
	var all, sent []Request
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		f.t.Fatalf("kiln: fork %s: reading the log: %v", f.Name, err)
	}
	for _, request := range all {
		if request.User != "" {
			sent = append(sent, request)
		}
	}
	return sent
}
