package sqlstore

// Queries whose plans are tested.
var (
	CountMessages   = countMessages
	StrangeMessages = strangeMessages
	EndedOrders     = endedOrders
	HistoryQuery    = history
	AuditPeople     = auditPeople
	AuditEntries    = chosen
)
