package sqlstore

// Queries whose plans are tested.
var (
	CountMessages   = countMessages
	StrangeMessages = strangeMessages
	DueOrders       = dueOrders
	EndedOrders     = endedOrders
	HistoryQuery    = history
	AuditPeople     = auditPeople
	AuditEntries    = chosen
)
