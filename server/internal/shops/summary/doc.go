// Package summary tells people once a day how the orders of their shops went on the day before: on the console's page
// of yesterday, and for those who chose so by notification and by e-mail. The figures are counted by shops/today.
//
// # From the choice to the message
//
//  1. A person chooses in the settings ([api.PathSummary]). The choice is a row with the moment at which it is due: the
//     chosen time of the day, by the clock of most of the person's shops. An e-mail address counts once the person has
//     typed the code that was sent there.
//  2. The job claims due rows. It reads who the person is now, which shops they may see now, and the figures of these
//     shops. A disabled person, or one without shops, gets nothing.
//  3. Before a message goes out, the day is saved in the row, by compare-and-swap: of several replicas one sends, and a
//     replica that dies in between sends nothing. A message that nobody got is tried again on the same day.
//  4. A summary that was missed is sent later on the same day, never on the next one.
//
// choice.go is the choice, proof.go the code for an address, home.go whose clock counts, job.go the job, letter.go and
// html.go the message, texts.go its words.
package summary
