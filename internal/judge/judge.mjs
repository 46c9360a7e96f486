// Reads cases as JSON, one a line ({rule, from, to}, times in milliseconds of
// a day in UTC), and writes the open intervals of each, one line a case.
import readline from "node:readline";
import opening_hours from "opening_hours";

for await (const line of readline.createInterface({ input: process.stdin })) {
  const { rule, from, to } = JSON.parse(line);
  try {
    const open = new opening_hours(rule, null, { locale: "en" }).getOpenIntervals(new Date(from), new Date(to));
    console.log(JSON.stringify({ open: open.map(([a, b]) => [a.getTime(), b.getTime()]) }));
  } catch (e) {
    console.log(JSON.stringify({ error: String(e) }));
  }
}
