/** A grey stand-in of the final size. Give it the height and width of what will come. */
export function Skeleton({ className = "h-3 w-24" }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-wait rounded-sm bg-line ${className}`} />;
}
