package wizard

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	shopparts "github.com/shopdesk/shopdesk/app/pages/chain/parts"
	"github.com/shopdesk/shopdesk/internal/api"
)

// source is a template or a shop that the change is filled in from.
type source struct {
	Template string
	Shop     int64
	Name     string
	Has      api.TemplateParts
	Picked   map[part]bool // of those that it has
	busy     bool
	err      error
}

// offers are the parts that a source has.
func (s *source) offers() (list []part) {
	for _, p := range shopparts.Of(s.Has) {
		list = append(list, part(p))
	}
	return list
}

// all picks every part.
func (s *source) all() {
	s.Picked = map[part]bool{}
	for _, p := range s.offers() {
		s.Picked[p] = true
	}
}

// change is the change that the picked parts make.
func (s *source) change() api.Change {
	has := shopparts.Only(s.Has, func(p api.Part) bool { return s.Picked[part(p)] })
	return api.Change{
		Template: s.Template, FromShop: s.Shop, Replace: true,
		Week: has.Week, Dates: has.Dates, Phones: has.Phones, Picture: has.Picture,
	}
}

func (p *Page) chooseTemplate(_ app.Context, id string) {
	p.sources.Drop()
	p.source = source{}
	for _, t := range p.templates {
		if t.ID == id {
			p.source = source{Template: id, Name: t.Name, Has: t.Parts}
			p.source.all()
		}
	}
}

// chooseShop reads what another shop has.
func (p *Page) chooseShop(_ app.Context, text string) {
	id, err := strconv.ParseInt(text, 10, 64)
	call, ok := shopparts.From(p.Deps, id)
	if err != nil || !ok {
		return
	}
	p.source = source{Shop: id, Name: p.ShopName(id), busy: true}
	pages.Load(p.ctx, &p.sources, call, func(_ app.Context, has api.TemplateParts, err error) {
		p.source.busy, p.source.err = false, err
		if err == nil {
			p.source.Has = has
			p.source.all()
			delete(p.source.Picked, partPhones) // one shop's number must not become that of every shop
		}
	})
}

func (p *Page) readSourceAgain(ctx app.Context) {
	p.chooseShop(ctx, strconv.FormatInt(p.source.Shop, 10))
}
