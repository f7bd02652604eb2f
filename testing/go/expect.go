package kiln

import (
	"fmt"
	"strings"
	"time"
)

const pollInterval = 20 * time.Millisecond

// Settle says when a cluster counts as settled. Zero values take the defaults.
type Settle struct {
	// Quiet is how long no client may write (default 300 ms).
	Quiet time.Duration
	// MaxRequests, reads included; more are too many (default: no bound).
	MaxRequests int
	// Timeout (default 10 s).
	Timeout time.Duration
}

// Settled waits until clients write nothing any more, and gives the requests until then.
func (f *Fork) Settled(settle Settle) []Request {
	f.t.Helper()
	if settle.Quiet == 0 {
		settle.Quiet = 300 * time.Millisecond
	}
	if settle.Timeout == 0 {
		settle.Timeout = 10 * time.Second
	}
	start, quietSince, writes := time.Now(), time.Now(), -1
	for {
		seen := f.Requests()
		written := len(writing(seen))
		if settle.MaxRequests > 0 && len(seen) > settle.MaxRequests {
			f.t.Fatalf("kiln: not settled within %d requests: %d were sent", settle.MaxRequests, len(seen))
		}
		if written != writes {
			writes, quietSince = written, time.Now()
		} else if time.Since(quietSince) >= settle.Quiet {
			return seen
		}
		if time.Since(start) > settle.Timeout {
			f.t.Fatalf("kiln: not settled within %v: %d requests wrote something", settle.Timeout, written)
		}
		time.Sleep(pollInterval)
	}
}

// ExpectWrites fails the test unless exactly so many requests wrote to the resource, such as backups.example.com/status.
func (f *Fork) ExpectWrites(resource string, times int) {
	f.t.Helper()
	var wrote []Request
	for _, request := range writing(f.Requests()) {
		if request.Resource == resource {
			wrote = append(wrote, request)
		}
	}
	if len(wrote) != times {
		f.t.Errorf("kiln: %d writes to %s expected, %d were made%s", times, resource, len(wrote), lines(wrote))
	}
}

// ExpectNoWrites fails the test if a client writes anything for so long: an operator in a steady state only reads.
func (f *Fork) ExpectNoWrites(during time.Duration) {
	f.t.Helper()
	before := 0
	for _, request := range f.Requests() {
		before = request.Number
	}
	time.Sleep(during)
	if wrote := writing(f.requestsAfter(before)); len(wrote) > 0 {
		f.t.Errorf("kiln: no writes expected, %d were made%s", len(wrote), lines(wrote))
	}
}

func writing(requests []Request) []Request {
	var wrote []Request
	for _, request := range requests {
		if len(request.Writes) > 0 {
			wrote = append(wrote, request)
		}
	}
	return wrote
}

func lines(requests []Request) string {
	var text strings.Builder
	for _, each := range requests {
		fmt.Fprintf(&text, "\n  %d %s %s %s/%s by %s", each.Number, each.Verb, each.Resource, each.Namespace, each.Name, each.User)
	}
	return text.String()
}
