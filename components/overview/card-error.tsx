import { type FallibleQuery, QueryError } from "@/components/layout/query-error";
import { isInBanner } from "./beside-banner.ts";
import { cardErrorTexts } from "./overview-on-demand-messages.ts";

/** The error of a card. Of a cause that the page's banner reports, with Retry, only what is missing because of it. */
export function CardError({
  query,
  title,
  banner,
  isShown,
}: {
  query: FallibleQuery;
  title: string;
  /** The error that the banner reports; undefined: none. */
  banner: unknown;
  /** Whether an earlier answer is shown. */
  isShown: boolean;
}) {
  if (query.error === null) return null;
  if (!isInBanner(query.error, banner)) return <QueryError query={query} title={title} shape="strip" />;
  return isShown ? null : <p className="text-ink-3">{cardErrorTexts.couldNotBeRead}</p>;
}
