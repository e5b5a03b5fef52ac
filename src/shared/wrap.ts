/** An object that passes everything on to another one, except for the given methods; its methods can be replaced, as those of a class. */
export function wrap<T extends object>(target: T, methods: Partial<T>): T {
  const wrapper = { ...methods };
  for (
    let level: object | null = target;
    level !== null && level !== Object.prototype;
    level = Object.getPrototypeOf(level) as object | null
  ) {
    for (const name of Object.getOwnPropertyNames(level) as (keyof T)[]) {
      if (Object.hasOwn(wrapper, name) || name === 'constructor') continue;
      const value = target[name];
      if (typeof value === 'function') wrapper[name] = value.bind(target) as T[keyof T];
      else Object.defineProperty(wrapper, name, { get: () => target[name], enumerable: true });
    }
  }
  return Object.create(wrapper) as T;
}
