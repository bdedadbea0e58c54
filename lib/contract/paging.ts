// Offset paging: the body is a bare array, the position is in response headers.
import * as z from "zod/mini";
import { queryInteger } from "./schema.ts";

/** Bounds of the specification; the default is that of the published API description. */
export const pageLimit = { min: 1, max: 100, standard: 20 } as const;

/** Query fields of a paged list operation. */
export const pageQuery = {
  limit: z.optional(queryInteger({ min: pageLimit.min, max: pageLimit.max })),
  offset: z.optional(queryInteger({ min: 0 })),
};

/** Position of a page in its list. */
export interface Paging {
  limit: number;
  offset: number;
  hasMore: boolean;
  /** Offset of the next page from the start of the list; 0 when there is none. */
  nextOffset: number;
}

/** Response headers of a paged list. */
export const pagingHeaderNames = ["x-limit", "x-offset", "x-has-more", "x-next-offset"] as const;

/** Position of a page of `count` items. */
export function pagingOf(page: { limit: number; offset: number; count: number; hasMore: boolean }): Paging {
  const { limit, offset, hasMore } = page;
  return { limit, offset, hasMore, nextOffset: hasMore ? offset + page.count : 0 };
}

/** Formats a position as response headers. */
export function pagingHeaders(paging: Paging): Record<(typeof pagingHeaderNames)[number], string> {
  return {
    "x-limit": String(paging.limit),
    "x-offset": String(paging.offset),
    "x-has-more": String(paging.hasMore),
    "x-next-offset": String(paging.nextOffset),
  };
}

const headerNumber = z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number));

/**
 * Parses paging headers. A list without them is complete (`undefined`). A next offset that does not advance
 * ends the paging, because following it would loop.
 */
export function readPaging(header: (name: string) => string | null | undefined): Paging | undefined {
  const hasMoreText = header("x-has-more");
  if (hasMoreText === null || hasMoreText === undefined) return undefined;
  const number = (name: string) => {
    const read = headerNumber.safeParse(header(name));
    return read.success ? read.data : undefined;
  };
  const offset = number("x-offset") ?? 0;
  const nextOffset = number("x-next-offset") ?? 0;
  const hasMore = hasMoreText === "true" && nextOffset > offset;
  return {
    limit: number("x-limit") ?? pageLimit.standard,
    offset,
    hasMore,
    nextOffset: hasMore ? nextOffset : 0,
  };
}
