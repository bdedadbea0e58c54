import "./globals.css";
import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { tabNameTexts } from "@/components/layout/layout-messages";
import { Providers } from "@/components/layout/providers";
import { restoreSidebar } from "@/components/layout/restore-sidebar";
import { defaultTrustedTypes } from "@/components/layout/trusted-types";
import { basePath } from "@/lib/bff/base-path";
import { env } from "@/lib/server/kernel/env";
import { layoutTexts } from "./page-messages.ts";

export const metadata: Metadata = {
  title: { default: layoutTexts.fleetdeck, template: tabNameTexts.title("%s") },
  description: layoutTexts.description,
  icons: { icon: `${basePath}/favicon.svg` },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fcfcfd" },
    { media: "(prefers-color-scheme: dark)", color: "#0d0e12" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const { testSpeedup } = env();
  return (
    <html
      lang="en"
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      data-made-at={Date.now()}
      data-speedup={testSpeedup === 1 ? undefined : testSpeedup}
      suppressHydrationWarning
    >
      <head>
        {/* One script, as the policy lets no other text into a script. */}
        <script nonce={nonce} suppressHydrationWarning>
          {`${defaultTrustedTypes};${restoreSidebar}`}
        </script>
      </head>
      <body>
        <Providers nonce={nonce}>{children}</Providers>
      </body>
    </html>
  );
}
