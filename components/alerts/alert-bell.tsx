"use client";

import dynamic from "next/dynamic";

/** The bell of the top bar; its code arrives after the page. Its place is kept, so that nothing moves. */
export const AlertBell = dynamic(() => import("./bell-button.tsx").then((module) => module.BellButton), {
  ssr: false,
  loading: () => <span className="size-8 shrink-0" />,
});
