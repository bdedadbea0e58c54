import clsx from "clsx";

export type ButtonVariant = "primary" | "secondary" | "danger" | "ghost";
export type ButtonSize = "md" | "sm" | "icon" | "icon-sm";

const variants = {
  primary: "border-transparent bg-accent text-ink-on hover:bg-accent-hover",
  secondary: "border-line-strong bg-raised text-ink hover:bg-hover",
  danger: "border-line-strong bg-raised text-bad hover:bg-bad-bg hover:border-bad",
  ghost: "border-transparent bg-transparent text-ink-2 hover:bg-hover hover:text-ink",
} as const satisfies Record<ButtonVariant, string>;

const sizes = {
  md: "h-8 px-2.5 gap-1.5",
  sm: "h-6 px-2 gap-1 text-label",
  icon: "size-8 justify-center",
  "icon-sm": "size-6 justify-center",
} as const satisfies Record<ButtonSize, string>;

/** Classes of a button, also for links styled as one: `<Link className={buttonClass()}>`. */
export function buttonClass({
  variant = "secondary",
  size = "md",
  className,
}: {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  className?: string | undefined;
} = {}): string {
  return clsx(
    "inline-flex shrink-0 select-none items-center justify-center rounded-md border font-medium whitespace-nowrap transition-opacity",
    "[&_svg]:size-3.5 [&_svg]:shrink-0 aria-disabled:opacity-50 aria-disabled:cursor-not-allowed",
    variants[variant],
    sizes[size],
    className,
  );
}
