package invite

import (
	"errors"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/text"
)

// looked takes what the link is for. The inviter's name for the person is a
// first guess of how they want to be called.
func (p *Page) looked(info *api.InviteInfo, err error) {
	var refusal *api.Error
	switch {
	case err == nil:
		p.info = info
		p.form.Known, p.form.Name, p.form.Login = info.Reset, info.Name, info.Login
	case errors.As(err, &refusal) && refusal.Code == api.CodeLinkUsed:
		p.form.Used = true
	default:
		p.lookErr = err
	}
}

// roles says what the link gives, in words.
func roles(info *api.InviteInfo) []string {
	var said []string
	for i, g := range info.Grants {
		role := string(g.Role)
		if text.Has("role." + role) {
			role = text.T("role." + role)
		}
		if i < len(info.Shops) && info.Shops[i] != "" {
			said = append(said, text.T("operators.role.in", role, info.Shops[i]))
		} else {
			said = append(said, text.T("operators.role.all", role))
		}
	}
	return said
}
