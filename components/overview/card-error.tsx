import type { ReactNode } from "react";
import { type FallibleQuery, QueryError } from "@/components/layout/query-error";
import { isInBanner } from "./beside-banner.ts";

/** The error of a card. Of a cause that the page's banner reports, with Retry, only what is missing because of it. */
export function CardError({
  query,
  title,
  banner,
  missing,
}: {
  query: FallibleQuery;
  title: string;
  /** The error that the banner reports; undefined: none. */
  banner: unknown;
  /** Says what could not be read; null where an earlier answer is shown. */
  missing: ReactNode;
}) {
  if (query.error === null) return null;
  if (isInBanner(query.error, banner)) return missing;
  return <QueryError query={query} title={title} shape="strip" />;
}
