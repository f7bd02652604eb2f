package kiln

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

const maps = "/api/v1/namespaces/default/configmaps"

func TestMain(m *testing.M) {
	code := m.Run()
	if shared.server != nil {
		shared.server.Stop()
	}
	os.Exit(code)
}

func named(name string) Object { return Object{"metadata": Object{"name": name}} }

func TestForksShareNothing(t *testing.T) {
	server := Start(t)
	if _, err := server.Do(http.MethodPost, maps, named("shared")); err != nil {
		t.Fatal(err)
	}
	one, other := server.Fork(t), server.Fork(t)
	one.do(http.MethodPost, maps, named("mine"))
	one.do(http.MethodGet, maps+"/shared", nil)
	if _, err := server.Do(http.MethodGet, "/clusters/"+other.Name+maps+"/mine", nil); err == nil {
		t.Error("the other fork has an object of the first")
	}
	one.Reset()
	if _, err := server.Do(http.MethodGet, "/clusters/"+one.Name+maps+"/mine", nil); err == nil {
		t.Error("a reset fork has what was written before")
	}
}

func TestForkIsDeletedWithItsTest(t *testing.T) {
	server := Start(t)
	var name string
	t.Run("inner", func(t *testing.T) { name = server.Fork(t, Empty()).Name })
	if _, err := server.Do(http.MethodGet, "/clusters/"+name+maps, nil); err == nil {
		t.Error("the fork outlived its test")
	}
}

func TestClock(t *testing.T) {
	fork := Start(t).Fork(t)
	fork.StopClock(time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC))
	fork.Advance(time.Hour)
	fork.Advance(30 * time.Minute)
	made := fork.do(http.MethodPost, maps, named("late"))
	if at := made["metadata"].(Object)["creationTimestamp"]; at != "2030-01-01T01:30:00Z" {
		t.Errorf("created at %v", at)
	}
}

func TestFaultsAndRequests(t *testing.T) {
	server := Start(t)
	fork := server.Fork(t)
	match := Object{"verbs": []string{"create"}, "resources": []string{"configmaps"}}
	fault := fork.Inject("conflict", Object{"match": match, "action": "Status", "code": 409, "times": 1})
	if _, err := server.Do(http.MethodPost, "/clusters/"+fork.Name+maps, named("a")); err == nil {
		t.Error("the fault did not act")
	}
	fork.do(http.MethodPost, maps, named("a"))
	if matched, injected := fault.Counts(); matched != 2 || injected != 1 {
		t.Errorf("matched %d, injected %d", matched, injected)
	}
	fault.Remove()
	requests := fork.Requests()
	if len(requests) != 2 || requests[0].Fault != "conflict" || len(requests[1].Writes) != 1 {
		t.Errorf("requests: %+v", requests)
	}
}

// failures notes what a helper holds against a test, in place of failing it.
type failures struct {
	testing.TB
	said []string
}

func (f *failures) Errorf(format string, args ...any) {
	f.said = append(f.said, fmt.Sprintf(format, args...))
}

func TestExpectations(t *testing.T) {
	fork := Start(t).Fork(t)
	fork.do(http.MethodPost, maps, named("a"))
	if seen := fork.Settled(Settle{Quiet: time.Millisecond, MaxRequests: 5}); len(seen) != 1 {
		t.Errorf("settled after %d requests", len(seen))
	}
	fork.ExpectWrites("configmaps", 1)
	fork.ExpectNoWrites(time.Millisecond)
	noted := &failures{TB: t}
	strict := *fork
	strict.t = noted
	strict.ExpectWrites("configmaps", 2)
	if len(noted.said) != 1 || !strings.HasPrefix(noted.said[0], "kiln: 2 writes to configmaps expected, 1 were made\n") {
		t.Errorf("said %q", noted.said)
	}
}
