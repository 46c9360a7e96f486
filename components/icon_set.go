package components

import (
	"maps"
	"slices"
)

// IconName names a drawing of the icon set. The zero value means none.
type IconName string

// The icon set.
const (
	IconOrders   IconName = "orders"
	IconShop     IconName = "shop"
	IconHours    IconName = "hours"
	IconDates    IconName = "dates"
	IconPhoto    IconName = "photo"
	IconPhone    IconName = "phone"
	IconShops    IconName = "shops"
	IconActivity IconName = "activity"
	IconSettings IconName = "settings"
	IconToday    IconName = "today"
	IconPlus     IconName = "plus"
	IconMinus    IconName = "minus"
	IconCopy     IconName = "copy"
	IconUndo     IconName = "undo"
	IconRedo     IconName = "redo"
	IconClose    IconName = "close"
	IconCheck    IconName = "check"
	IconWarn     IconName = "warn"
	IconInfo     IconName = "info"
	IconSearch   IconName = "search"
	IconStar     IconName = "star"
	IconDown     IconName = "down"
	IconUp       IconName = "up"
	IconBack     IconName = "back"
	IconForward  IconName = "forward"
	IconOffline  IconName = "offline"
	IconReload   IconName = "reload"
	IconMore     IconName = "more"
	IconPause    IconName = "pause"
	IconPlay     IconName = "play"
	IconTrash    IconName = "trash"
	IconEye      IconName = "eye"
	IconEyeOff   IconName = "eye-off"
	IconPerson   IconName = "person"
	IconSignOut  IconName = "sign-out"
	IconLock     IconName = "lock"
	IconLink     IconName = "link"
	IconLanguage IconName = "language"
	IconSound    IconName = "sound"
	IconMute     IconName = "mute"
	IconPrint    IconName = "print"
	IconScreen   IconName = "screen"
)

// IconNames lists the set by name.
func IconNames() []IconName { return slices.Sorted(maps.Keys(iconPaths)) }

// directional reports whether the drawing points along the reading direction
// and must be mirrored where people read from the right.
func (n IconName) directional() bool {
	return n == IconUndo || n == IconRedo || n == IconBack || n == IconForward || n == IconSignOut
}

// iconPaths are strokes on a grid of 20 by 20 with a line of 1.6.
var iconPaths = map[IconName]string{
	IconOrders: "M4 2.5v15l2-1.3 2 1.3 2-1.3 2 1.3 2-1.3 2 1.3v-15l-2 1.3-2-1.3-2 1.3-2-1.3-2 1.3zM7 8h6M7 11.5h4",
	IconShop: "M3.5 9v8h13V9M2.5 7l1.8-4h11.4l1.8 4a2.5 2.5 0 0 1-5 0 2.5 2.5 0 0 1-5 0 2.5 2.5 0 0 1-5 0zM8 " +
		"17v-4.5h4V17",
	IconHours: "M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM10 5.5V10l3 2",
	IconDates: "M3 5.5a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1V16a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM3 8.5h14M6.5 2.5v3M13.5 " +
		"2.5v3M7 12h1M12 12h1",
	IconPhoto: "M2.5 5a1 1 0 0 1 1-1h13a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1zM2.5 13.5l4-4 3.5 3.5 " +
		"2.5-2 5 4M13 7.2h.1",
	IconPhone: "M6.6 2.8 8 6.6 6.3 8a10 10 0 0 0 5.7 5.7l1.4-1.7 3.8 1.4v2.8a1.2 1.2 0 0 1-1.3 1.2A13.3 13.3 0 0 1 " +
		"2.6 4.1 1.2 1.2 0 0 1 3.8 2.8z",
	IconShops:    "M3 3h5.5v5.5H3zM11.5 3H17v5.5h-5.5zM3 11.5h5.5V17H3zM11.5 11.5H17V17h-5.5z",
	IconActivity: "M3 5h1M7 5h10M3 10h1M7 10h10M3 15h1M7 15h10",
	IconSettings: "M3 6h7M14 6h3M3 14h3M10 14h7M12 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM8 12a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
	IconPlus:     "M10 4v12M4 10h12",
	IconMinus:    "M4 10h12",
	IconCopy: "M7 7h9a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1zM4 13H3.5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h8a1 1 " +
		"0 0 1 1 1v.5",
	IconUndo:    "M7 3.5 3 7.5l4 4M3.5 7.5H12a4.5 4.5 0 0 1 0 9H8",
	IconRedo:    "M13 3.5l4 4-4 4M16.5 7.5H8a4.5 4.5 0 0 0 0 9h4",
	IconClose:   "M5 5l10 10M15 5 5 15",
	IconCheck:   "M4 10.5l4 4 8-9",
	IconWarn:    "M10 3 2 16.5h16zM10 8v4M10 14.3v.1",
	IconInfo:    "M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM10 9.3V14M10 6.4v.1",
	IconSearch:  "M8.8 3a5.8 5.8 0 1 1 0 11.6A5.8 5.8 0 0 1 8.8 3zM13 13l4 4",
	IconStar:    "M10 2.8l2.2 4.6 5 .7-3.6 3.5.9 5-4.5-2.4-4.5 2.4.9-5L2.8 8.1l5-.7z",
	IconDown:    "M5 7.5l5 5 5-5",
	IconUp:      "M5 12.5l5-5 5 5",
	IconBack:    "M12.5 5l-5 5 5 5",
	IconForward: "M7.5 5l5 5-5 5",
	IconOffline: "M3 3l14 14M10 15.5v.1M7 12.4a4.5 4.5 0 0 1 5.6-.3M4.5 9.6a8 8 0 0 1 3.2-1.9M11 7.1a8 8 0 0 1 4.5 " +
		"2.5M2 6.9a12 12 0 0 1 3-2M9 3.6a12 12 0 0 1 9 3.3",
	IconReload: "M16.5 10a6.5 6.5 0 1 1-2-4.7L16.5 7M16.5 3v4h-4",
	IconMore: "M4 10a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0zM9.4 10a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0zM14.8 10a.6.6 0 1 " +
		"0 1.2 0 .6.6 0 1 0-1.2 0z",
	IconToday: "M3 17h14M5.5 17v-6M10 17V4.5M14.5 17V8.5",
	IconPause: "M7 4.5v11M13 4.5v11",
	IconPlay:  "M6.5 4l9 6-9 6z",
	IconTrash: "M3.5 5.5h13M8 5V3h4v2M5 5.5l.8 11.5h8.4L15 5.5M8.3 9v5M11.7 9v5",
	IconEye: "M1.8 10S4.8 4.8 10 4.8 18.2 10 18.2 10s-3 5.2-8.2 5.2S1.8 10 1.8 10zM10 7.7a2.3 2.3 0 1 1 0 4.6 2.3 " +
		"2.3 0 0 1 0-4.6z",
	IconEyeOff: "M3 3l14 14M8 5.1a8 8 0 0 1 2-.3c5.2 0 8.2 5.2 8.2 5.2a14 14 0 0 1-2.4 2.9M5 6.6A14 14 0 0 0 1.8 " +
		"10s3 5.2 8.2 5.2a8 8 0 0 0 3.4-.8",
	IconPerson:  "M10 3a3.3 3.3 0 1 1 0 6.6A3.3 3.3 0 0 1 10 3zM3.5 17a6.5 6.5 0 0 1 13 0",
	IconSignOut: "M12 3.5H4.5a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1H12M8.5 10h9M14 6.5l3.5 3.5-3.5 3.5",
	IconLock:    "M4.5 9h11v8h-11zM6.8 9V6.2a3.2 3.2 0 0 1 6.4 0V9",
	IconLink: "M8.5 11.5a3.3 3.3 0 0 0 4.7 0l3-3a3.3 3.3 0 0 0-4.7-4.7L10.3 5M11.5 8.5a3.3 3.3 0 0 0-4.7 0l-3 " +
		"3a3.3 3.3 0 0 0 4.7 4.7L9.7 15",
	IconLanguage: "M10 2.5a7.5 7.5 0 1 0 0 15a7.5 7.5 0 1 0 0-15M2.5 10h15M10 2.5c5 4.5 5 10.5 0 15M10 2.5c-5 4.5-5 " +
		"10.5 0 15",
	IconSound:  "M3 7.5h3L10.5 4v12L6 12.5H3zM13 7.5a3.5 3.5 0 0 1 0 5M15.2 5.2a6.5 6.5 0 0 1 0 9.6",
	IconMute:   "M3 7.5h3L10.5 4v12L6 12.5H3zM13.5 8l4 4M17.5 8l-4 4",
	IconPrint:  "M6 7V3h8v4M6 14H3.5V8a1 1 0 0 1 1-1h11a1 1 0 0 1 1 1v6H14M6 12h8v5H6z",
	IconScreen: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
}
