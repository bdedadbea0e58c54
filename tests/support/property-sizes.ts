// Generated values may be as large as a test's `maxLength` allows; fast-check's default is ten elements at most, whatever
// the limit.
import fc from "fast-check";

fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true });
