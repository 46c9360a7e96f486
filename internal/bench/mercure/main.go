// Command mercure measures, side by side, our live streams and the hub of
// github.com/dunglas/mercure on the same work: so many open streams, ten events
// a second to all. Each server is a process of its own; this one reads.
//
//	go run . [-streams 1000] [-seconds 10]
package main

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

var (
	serving = flag.String("serve", "", "be that server: shopdesk or mercure")
	streams = flag.Int("streams", 1000, "open streams")
	seconds = flag.Int("seconds", 10, "of events")
	rounds  = flag.Int("rounds", 3, "of each")
)

// perSecond is how many events there are.
const perSecond = 10

func main() {
	flag.Parse()
	if *serving != "" {
		log.Fatal(serve(*serving))
	}
	for range *rounds {
		for _, name := range []string{"mercure", "shopdesk"} {
			if err := measure(name); err != nil {
				log.Fatal(name, ": ", err)
			}
		}
	}
}

// serve prints its address, serves /stream, tells its memory under /memory, and
// sends events for so many seconds when /go is asked for.
func serve(name string) error {
	stream, publish, err := map[string]func() (http.Handler, func([]byte) error, error){"mercure": theirs, "shopdesk": ours}[name]()
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
	mux.HandleFunc("/go", func(w http.ResponseWriter, _ *http.Request) {
		tick := time.NewTicker(time.Second / perSecond)
		defer tick.Stop()
		for range *seconds * perSecond {
			<-tick.C
			data := fmt.Appendf(nil, `{"t":%d,"fill":%q}`, time.Now().UnixNano(), strings.Repeat("x", 400))
			if err := publish(data); err != nil {
				log.Print(err)
			}
		}
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return http.Serve(listener, mux)
}

func measure(name string) error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	c := exec.CommandContext(ctx, self, "-serve", name, "-seconds", strconv.Itoa(*seconds))
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	defer stop()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return err
	}
	address = strings.TrimSpace(address)
	before, err := memory(address)
	if err != nil {
		return err
	}
	took := make([][]time.Duration, *streams)
	var open, reading sync.WaitGroup
	var conns []net.Conn
	for i := range *streams {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			return err
		}
		conns = append(conns, conn)
		if _, err := io.WriteString(conn, "GET /stream?topic=t HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			return err
		}
		open.Add(1)
		reading.Go(func() {
			lines := bufio.NewReaderSize(conn, 2048)
			_, err := lines.ReadSlice('\n')
			open.Done()
			for err == nil {
				var line []byte
				line, err = lines.ReadSlice('\n')
				if _, after, ok := bytes.Cut(line, []byte(`"t":`)); ok {
					digits, _, _ := bytes.Cut(after, []byte(","))
					sent, _ := strconv.ParseInt(string(digits), 10, 64)
					took[i] = append(took[i], time.Duration(time.Now().UnixNano()-sent))
				}
			}
		})
	}
	open.Wait()
	after, err := memory(address)
	if err != nil {
		return err
	}
	res, err := http.Get("http://" + address + "/go")
	if err != nil {
		return err
	}
	_ = res.Body.Close()
	time.Sleep(time.Second)
	for _, conn := range conns {
		_ = conn.Close()
	}
	reading.Wait()
	stop()
	_ = c.Wait() // killed
	used := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	all := slices.Sorted(slices.Values(slices.Concat(took...)))
	if len(all) == 0 {
		return fmt.Errorf("nothing came")
	}
	fmt.Printf("%-9s %d streams: %5.1f KB a stream, p50 %5.1f ms, p99 %5.1f ms, %4.1f µs CPU a delivery, %d of %d events\n", name, *streams,
		float64(after-before)/1024/float64(*streams), ms(all[len(all)/2]), ms(all[len(all)*99/100]), float64(used.Microseconds())/float64(len(all)), len(all), *streams**seconds*perSecond)
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func memory(address string) (n int64, err error) {
	res, err := http.Get("http://" + address + "/memory")
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
