"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usesWords } from "@/components/inventory/uses-list";
import { formatCount } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { proxyQueries } from "@/lib/queries/proxies";
import { reachSuffix } from "./check-many-words.ts";

/** What hangs on each is a question of its own: of the first ones only. */
const askedMost = 20;

/** The proxies that were found unavailable, each a link, with what hangs on it. */
export function CheckManyDown({ down }: { down: readonly { id: string; name: string }[] }) {
  return (
    <section aria-label="Found unavailable" className="grid gap-1 text-label">
      <ul className="grid max-h-48 gap-1 overflow-y-auto">
        {down.map(({ id, name }, at) => (
          <li key={id} className="break-words">
            <Link href={paths.proxies({ open: id })} className="font-medium text-accent hover:underline">
              {name}
            </Link>{" "}
            <span className="text-ink-2">unavailable{at < askedMost ? <Hanging id={id} /> : null}</span>
          </li>
        ))}
      </ul>
      {down.length > askedMost ? (
        <p className="text-ink-3">
          What hangs on the other {formatCount(down.length - askedMost)} is told where each is opened.
        </p>
      ) : null}
    </section>
  );
}

function Hanging({ id }: { id: string }) {
  const { data, error } = useQuery({ ...proxyQueries.blast(id), staleTime: paces.stale.calmMs });
  if (data !== undefined) return <>{`; on it hang ${usesWords(data.data)}${reachSuffix(data.data)}`}</>;
  return error === null ? "; reading what hangs on it…" : "; what hangs on it could not be read";
}
