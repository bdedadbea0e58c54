import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { proxyCheckOperations } from "@/lib/bff/operations/proxies";
import { hourMs } from "@/lib/bff/time-units";
import { formatPeriod } from "@/lib/charts/periods";
import { checksOf, proxyOf } from "@/tests/support/component/proxy-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import type { HistoryRange } from "./proxy-range.ts";
import { useProxyRows } from "./use-proxy-rows.ts";

const proxies = [proxyOf("tokyo")];

interface Shown {
  label: string;
  /** Length of what the row draws; undefined: nothing is read yet. */
  hours: number | undefined;
}

function FirstRow({ onRender }: { onRender: (shown: Shown) => void }) {
  const [range, setRange] = useState<HistoryRange>("1h");
  const row = useProxyRows(proxies, range, undefined).rows?.[0];
  const span = row?.range;
  const hours = span && Math.round((span.untilMs - span.sinceMs) / hourMs);
  if (row !== undefined) onRender({ label: row.rangeLabel, hours });
  return (
    <button type="button" onClick={() => setRange(range === "1h" ? "24h" : "1h")}>
      {`${hours} hours`}
    </button>
  );
}

test("no row has the history of one range under the name of another, not even for a moment", async () => {
  const bff = emptyBff().one(proxyCheckOperations.readProxyHistory, ({ query }) => ({
    ...checksOf(),
    since_ms: Number(query.get("since_ms")),
    began_at_ms: null,
  }));
  const renders: Shown[] = [];
  await renderView(<FirstRow onRender={(shown) => renders.push(shown)} />, { bff });
  const row = (hours: number) => page.getByRole("button", { name: `${hours} hours`, exact: true });
  await row(1).click();
  await row(24).click();
  // What is read of this range is known already.
  await expect.element(row(1)).toBeVisible();
  const labels = new Map([
    [1, formatPeriod("1h")],
    [24, formatPeriod("24h")],
  ]);
  const wrong = renders.filter(({ label, hours }) => hours !== undefined && labels.get(hours) !== label);
  expect(wrong).toEqual([]);
});
