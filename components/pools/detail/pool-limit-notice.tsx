import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import type { BrowserCapacity } from "@/lib/bff/pool-insight";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { isAtLimit } from "@/lib/insight/browser-capacity";
import { paths } from "@/lib/paths";
import { capacityOf } from "../pool-capacity.ts";
import { poolLimitTexts } from "../pool-messages.ts";

/** Why a pool with missing browsers gets none: the API is at its limit, what uses it, and what to do. */
export function PoolLimitNotice({
  pool,
  capacity,
}: {
  pool: Pool;
  capacity: BrowserCapacity | null | undefined;
}) {
  const { unfilled = 0 } = capacityOf(pool);
  if (unfilled === 0 || !isAtLimit(capacity)) return null;
  const { limit, outside, pools } = capacity;
  const users: { key: string; text: ReactNode }[] = [
    ...pools
      .filter(({ running }) => running > 0)
      .toSorted((one, other) => other.running - one.running)
      .map(({ id, name, running }) => ({
        key: id,
        text:
          id === pool.id ? (
            poolLimitTexts.inThisPool(formatCount(running))
          ) : (
            <>
              {poolLimitTexts.inPool(formatCount(running))}
              <Link href={paths.pool(id)} className="underline">
                {name ?? id}
              </Link>
            </>
          ),
      })),
    ...(outside
      ? [
          {
            key: "outside",
            text: (
              <Link href={paths.browsers()} className="underline">
                {poolLimitTexts.outsideOfPools(formatCount(outside))}
              </Link>
            ),
          },
        ]
      : []),
  ];
  return (
    <div role="status" className="grid gap-0.5 rounded-md bg-warn-bg px-3 py-2 text-warn">
      <p className="font-medium">{poolLimitTexts.atLimitOf(formatCount(limit))}</p>
      <p className="text-label">
        {poolLimitTexts.running}
        {users.map(({ key, text }, at) => (
          <span key={key}>
            {at === 0 ? "" : ", "}
            {text}
          </span>
        ))}
        . {poolLimitTexts.whatToDo}
      </p>
    </div>
  );
}
