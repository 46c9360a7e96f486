package backend

import (
	"context"

	"github.com/shopdesk/shopdesk/api"
)

// ChangeGroup makes, changes or deletes a group of shops.
func (b *Backend) ChangeGroup(ctx context.Context, request api.ChangeGroup) (answer api.GroupChanged, err error) {
	err = b.post(ctx, api.PathGroups, request, &answer)
	return answer, err
}

// SaveView keeps one of the operator's own views of the list of shops, or takes
// it away.
func (b *Backend) SaveView(ctx context.Context, request api.SaveView) ([]api.View, error) {
	var answer api.Views
	err := b.post(ctx, api.PathViews, request, &answer)
	return answer.Views, err
}
