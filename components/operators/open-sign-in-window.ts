import { withBasePath } from "@/lib/bff/base-path";

/** Opens a page of signing in or confirming in a small second window, so that this one stays; null: the browser refused. */
export const openSignInWindow = (path: "/sign-in" | "/sign-in/confirm"): Window | null =>
  window.open(withBasePath(path), "_blank", "popup,width=520,height=720");
