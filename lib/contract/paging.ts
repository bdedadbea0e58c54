// Offset paging: the body is a bare array, the paging facts travel in headers.
import * as z from "zod/mini";
import { queryInteger } from "./schema.ts";

export const pageLimit = { min: 1, max: 100, standard: 20 } as const;

/** `limit` and `offset` of a list operation. */
export const pageQuery = {
  limit: z.optional(queryInteger({ min: pageLimit.min, max: pageLimit.max })),
  offset: z.optional(queryInteger({ min: 0 })),
};

export interface Paging {
  limit: number;
  offset: number;
  hasMore: boolean;
  /** Absolute start of the next page; 0 when there is none. */
  nextOffset: number;
}

export const pagingHeaderNames = ["x-limit", "x-offset", "x-has-more", "x-next-offset"] as const;

/** The paging facts of one page cut from a longer list. */
export function pagingOf(page: { limit: number; offset: number; count: number; hasMore: boolean }): Paging {
  const { limit, offset, hasMore } = page;
  return { limit, offset, hasMore, nextOffset: hasMore ? offset + page.count : 0 };
}

/** Paging as response headers. */
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
 * Reads paging headers. A list without them is complete (`undefined`); a stale or non-advancing next offset
 * ends the paging instead of looping.
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
