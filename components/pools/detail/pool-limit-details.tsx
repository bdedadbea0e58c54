import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import type { BrowserCapacity } from "@/lib/bff/pool-insight";
import { formatCount } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { poolLimitTexts } from "../pool-on-demand-messages.ts";

/** What uses the API's limit of browsers, and what to do. */
export function PoolLimitDetails({
  poolId,
  capacity: { limit, outside, pools },
}: {
  poolId: string;
  capacity: BrowserCapacity;
}) {
  const users: { key: string; text: ReactNode }[] = [
    ...pools
      .filter(({ running }) => running > 0)
      .toSorted((one, other) => other.running - one.running)
      .map(({ id, name, running }) => ({
        key: id,
        text:
          id === poolId ? (
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
