// Prints every route and live topic of the dashboard with the role it needs and how it is audited, as a table.
import { accessList } from "../lib/server/auth/access-list.ts";

const rows = [{ address: "ADDRESS", name: "OPERATION", role: "ROLE", audit: "AUDIT" }, ...accessList()].map(
  ({ address, name, role, audit }) => [address, name, role, audit],
);
const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column].length)));
for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
