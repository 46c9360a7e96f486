package build

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// pen receives a drawing. It is the part of vector.Rasterizer used here, in the
// picture's own units.
type pen interface {
	MoveTo(x, y float64)
	LineTo(x, y float64)
	ClosePath()
}

// tracePath draws the data of an SVG path with moves, lines and circular arcs
// (M L H V A Z, absolute or relative), which is all that our mark needs.
func tracePath(data string, p pen) error {
	s := &pathScanner{rest: data}
	var command byte
	var x, y, startX, startY float64
	for s.more() {
		if c, ok := s.letter(); ok {
			command = c
		}
		relative := command >= 'a'
		baseX, baseY := 0.0, 0.0
		if relative {
			baseX, baseY = x, y
		}
		switch command {
		case 'M', 'm':
			x, y = baseX+s.number(), baseY+s.number()
			startX, startY = x, y
			p.MoveTo(x, y)
			command -= 'M' - 'L' // further pairs are lines
		case 'L', 'l':
			x, y = baseX+s.number(), baseY+s.number()
			p.LineTo(x, y)
		case 'H', 'h':
			x = baseX + s.number()
			p.LineTo(x, y)
		case 'V', 'v':
			y = baseY + s.number()
			p.LineTo(x, y)
		case 'A', 'a':
			radius, other := s.number(), s.number()
			s.number() // the turn of an ellipse: none for a circle
			large, sweep := s.flag(), s.flag()
			toX, toY := baseX+s.number(), baseY+s.number()
			if s.err == nil && radius != other {
				return fmt.Errorf("build: icon: an arc of an ellipse: %q", data)
			}
			arc(p, x, y, toX, toY, radius, large, sweep)
			x, y = toX, toY
		case 'Z', 'z':
			p.ClosePath()
			x, y = startX, startY
			command = 0 // a new command must follow
		default:
			return fmt.Errorf("build: icon: unknown command in %q", data)
		}
		if s.err != nil {
			return s.err
		}
	}
	return nil
}

// arc draws a circular arc as short lines (SVG 2, appendix B.2.4).
func arc(p pen, x0, y0, x1, y1, r float64, large, sweep bool) {
	dx, dy := (x0-x1)/2, (y0-y1)/2
	half := math.Hypot(dx, dy)
	if half == 0 || r == 0 {
		p.LineTo(x1, y1)
		return
	}
	r = math.Max(r, half)
	k := math.Sqrt(math.Max(0, r*r-half*half)) / half
	if large == sweep {
		k = -k
	}
	cx, cy := (x0+x1)/2+k*dy, (y0+y1)/2-k*dx
	from := math.Atan2(y0-cy, x0-cx)
	turn := math.Atan2(y1-cy, x1-cx) - from
	if sweep && turn < 0 {
		turn += 2 * math.Pi
	}
	if !sweep && turn > 0 {
		turn -= 2 * math.Pi
	}
	const steps = 32
	for i := 1; i < steps; i++ {
		angle := from + turn*float64(i)/steps
		p.LineTo(cx+r*math.Cos(angle), cy+r*math.Sin(angle))
	}
	p.LineTo(x1, y1)
}

// pathScanner reads path data. After an error it reads zeros.
type pathScanner struct {
	rest string
	err  error
}

func (s *pathScanner) more() bool {
	s.rest = strings.TrimLeft(s.rest, " ,\n\t")
	return s.rest != ""
}

func (s *pathScanner) letter() (byte, bool) {
	if c := s.rest[0] | 0x20; c < 'a' || c > 'z' {
		return 0, false
	}
	c := s.rest[0]
	s.rest = s.rest[1:]
	return c, true
}

func (s *pathScanner) flag() bool {
	s.more()
	if s.rest == "" || s.rest[0] != '0' && s.rest[0] != '1' {
		s.fail()
		return false
	}
	set := s.rest[0] == '1'
	s.rest = s.rest[1:]
	return set
}

func (s *pathScanner) number() float64 {
	s.more()
	end, point := 0, false
	for end < len(s.rest) {
		c := s.rest[end]
		if c == '.' && !point {
			point = true
		} else if (c < '0' || c > '9') && (c != '-' || end > 0) {
			break
		}
		end++
	}
	n, err := strconv.ParseFloat(s.rest[:end], 64)
	if err != nil {
		s.fail()
		return 0
	}
	s.rest = s.rest[end:]
	return n
}

func (s *pathScanner) fail() {
	if s.err == nil {
		s.err = fmt.Errorf("build: icon: want a number at %q", s.rest)
	}
	s.rest = ""
}
