//go:build linux

// Command mercure measures, side by side, our live streams and the hub of
// github.com/dunglas/mercure on the same work: so many open streams, ten events
// a second to all. Each server is a process of its own; this one reads.
//
// It ends with 1 if a stream of ours takes more than -most-kb, or the median of
// the rounds' ratios of p99 is over -most-p99.
//
//	go run . [-streams 5000] [-warm 10] [-seconds 10] [-rounds 3] [-wake]
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

var (
	serving = flag.String("serve", "", "be that server: shopdesk or mercure")
	streams = flag.Int("streams", 5000, "open streams")
	warm    = flag.Int("warm", 10, "seconds of events before those that count")
	seconds = flag.Int("seconds", 10, "of events that count")
	rounds  = flag.Int("rounds", 3, "of each")
	mostKB  = flag.Float64("most-kb", 4, "bound of the memory of a stream of ours, in KB")
	mostP99 = flag.Float64("most-p99", 0.33, "bound of our p99, as a part of mercure's")
	wake    = flag.Bool("wake", false, "readers that wake for each event, instead of the kernel's notes of when it came")
)

// perSecond is how many events there are.
const perSecond = 10

func main() {
	flag.Parse()
	if *serving != "" {
		log.Fatal(serve(*serving))
	}
	var kb, ratios []float64
	for range *rounds {
		var p99 [2]float64
		for i, name := range []string{"mercure", "shopdesk"} {
			each, worst, err := measure(name)
			if err != nil {
				log.Fatal(name, ": ", err)
			}
			if p99[i] = worst; i == 1 {
				kb = append(kb, each)
			}
		}
		ratios = append(ratios, p99[1]/p99[0])
	}
	slices.Sort(kb)
	slices.Sort(ratios)
	each, ratio := kb[len(kb)/2], ratios[len(ratios)/2]
	fmt.Printf("medians: %.1f KB a stream, at most %.1f; p99 %.2f of mercure's, at most %.2f\n",
		each, *mostKB, ratio, *mostP99)
	if each > *mostKB || ratio > *mostP99 {
		os.Exit(1)
	}
}

// serve prints its address, serves /stream, tells its memory in bytes and its CPU
// in microseconds under /memory and /cpu, and sends events for so many seconds when
// /go?seconds=10 is asked for.
func serve(name string) error {
	begin := ours
	if name == "mercure" {
		begin = theirs
	}
	stream, publish, err := begin()
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/stream", stream)
	mux.HandleFunc("/memory", func(w http.ResponseWriter, _ *http.Request) {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		fmt.Fprint(w, m.HeapInuse+m.StackInuse)
	})
	mux.HandleFunc("/cpu", func(w http.ResponseWriter, _ *http.Request) {
		var u syscall.Rusage
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
		fmt.Fprint(w, (u.Utime.Nano()+u.Stime.Nano())/1000)
	})
	mux.HandleFunc("/go", func(w http.ResponseWriter, r *http.Request) {
		seconds, err := strconv.Atoi(r.URL.Query().Get("seconds"))
		if err != nil {
			log.Fatal(err)
		}
		tick := time.NewTicker(time.Second / perSecond)
		defer tick.Stop()
		for range seconds * perSecond {
			<-tick.C
			data := fmt.Appendf(nil, `{"t":%d,"fill":%q}`, time.Now().UnixNano(), strings.Repeat("x", 400))
			if err := publish(data); err != nil {
				log.Print(err)
			}
		}
		fmt.Fprint(w, seconds*perSecond)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return http.Serve(listener, mux)
}

// measure returns the KB a stream and the p99 in ms.
func measure(name string) (kb, p99 float64, err error) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	self, err := os.Executable()
	if err != nil {
		return 0, 0, err
	}
	c := exec.CommandContext(ctx, self, "-serve", name)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		return 0, 0, err
	}
	if err := c.Start(); err != nil {
		return 0, 0, err
	}
	defer stop()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return 0, 0, err
	}
	address = strings.TrimSpace(address)
	before, err := ask(address, "/memory")
	if err != nil {
		return 0, 0, err
	}
	conns, err := connect(address)
	if err != nil {
		return 0, 0, err
	}
	after, err := ask(address, "/memory")
	if err != nil {
		return 0, 0, err
	}
	read := stamped
	if *wake {
		read = woken
	}
	counted.Store(math.MaxInt64)
	end := read(conns)
	if err := send(address, *warm); err != nil {
		return 0, 0, err
	}
	counted.Store(time.Now().UnixNano())
	idle, err := ask(address, "/cpu")
	if err != nil {
		return 0, 0, err
	}
	if err := send(address, *seconds); err != nil {
		return 0, 0, err
	}
	time.Sleep(time.Second)
	busy, err := ask(address, "/cpu")
	if err != nil {
		return 0, 0, err
	}
	all := end()
	stop()
	_ = c.Wait() // killed
	slices.Sort(all)
	if len(all) == 0 {
		return 0, 0, errors.New("nothing came")
	}
	want := *streams * *seconds * perSecond
	kb, p99 = float64(after-before)/1024/float64(*streams), ms(all[len(all)*99/100])
	fmt.Printf("%-9s %d streams: %5.1f KB a stream, p50 %5.1f ms, p99 %5.1f ms, %4.1f µs CPU a delivery, "+
		"%d of %d events\n", name, *streams,
		kb, ms(all[len(all)/2]), p99,
		float64(busy-idle)/float64(len(all)), len(all), want)
	if name == "shopdesk" && len(all) != want {
		return kb, p99, errors.New("events are missing")
	}
	return kb, p99, nil
}

// connect opens the streams and waits for the first byte of each, all at once.
func connect(address string) ([]net.Conn, error) {
	conns := make([]net.Conn, *streams)
	for i := range conns {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			return nil, err
		}
		if _, err := io.WriteString(conn, "GET /stream?topic=t HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			return nil, err
		}
		conns[i] = conn
	}
	for _, conn := range conns {
		if _, err := conn.Read(make([]byte, 1)); err != nil {
			return nil, err
		}
	}
	return conns, nil
}

// send has a server send events for so many seconds.
func send(address string, seconds int) error {
	_, err := ask(address, "/go?seconds="+strconv.Itoa(seconds))
	return err
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// ask gets a number from a server.
func ask(address, path string) (n int64, err error) {
	res, err := http.Get("http://" + address + path)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(string(text), 10, 64)
}
