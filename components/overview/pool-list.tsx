import Link from "next/link";
import { CapacityBar } from "@/components/charts/capacity-bar";
import type { Pool } from "@/lib/contract/pools";
import { paths } from "@/lib/paths";
import { unfilledOf } from "./figures.ts";

/** Why there are no more free ones than there are. */
function fillWord(pool: Pool): string {
  const unfilled = unfilledOf(pool);
  if (unfilled > 0) return `${unfilled} unfilled`;
  return pool.available_count === 0 && pool.acquired_count > 0 ? "all acquired" : "at size";
}

/** Every pool as one line of capacity. */
export function PoolList({ pools }: { pools: readonly Pool[] }) {
  return (
    <ul>
      {pools.map((pool) => {
        const { size } = pool.browser_pool_config;
        return (
          <li key={pool.id} className="border-line not-first:border-t">
            <Link
              href={paths.pool(pool.id)}
              className="focus-inset grid min-h-11 grid-cols-[minmax(0,7.5rem)_minmax(0,1fr)_6rem] items-center gap-3 hover:bg-hover"
            >
              <span className="min-w-0">
                <span className="block truncate">{pool.name ?? pool.id}</span>
                <span className="text-truth text-ink-3">
                  {size === undefined || size === null ? "size not told" : `size ${size}`}
                </span>
              </span>
              <CapacityBar
                label={pool.name ?? pool.id}
                acquired={pool.acquired_count}
                available={pool.available_count}
                size={size}
              />
              <span className="text-right">
                <span className="block">{pool.available_count} free</span>
                <span className="text-truth text-ink-3">{fillWord(pool)}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
