"use client";

import NextLink from "next/link";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import { visibleMarks } from "@/lib/format/visible-marks";
import { withVisibleMarks } from "./visible-marks.ts";

interface LinkProps extends Omit<ComponentProps<typeof NextLink>, "href" | "prefetch"> {
  href: string;
}

/**
 * A link to a page of the dashboard. The page is prefetched when its link is pointed at or focused: to prefetch every link
 * in sight, twice each, would queue before the page's own reads.
 */
export function Link({ href, title, onPointerEnter, onFocus, children, ...props }: LinkProps) {
  const router = useRouter();
  return (
    <NextLink
      {...props}
      href={href}
      title={title && visibleMarks(title)}
      prefetch={false}
      onPointerEnter={(event) => {
        router.prefetch(href);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        router.prefetch(href);
        onFocus?.(event);
      }}
    >
      {withVisibleMarks(children)}
    </NextLink>
  );
}
