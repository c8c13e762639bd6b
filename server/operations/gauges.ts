import { Gauge, type Registry } from 'prom-client';

/** Value of a gauge, or values by label. Those that are null or undefined are left out. */
type Reading = number | null | undefined | Readonly<Record<string, number | null | undefined>>;

/** Gauge that is read from a subject whenever it is asked for. */
export type GaugeRow<Subject> = readonly [
  name: string,
  help: string,
  read: (subject: Subject) => Reading,
  label?: string,
];

/** Registers gauges, which have no value while there is no subject. */
export function registerGauges<Subject>(
  registry: Registry,
  rows: readonly GaugeRow<Subject>[],
  subjectNow: () => Subject | null,
): void {
  for (const [name, help, read, label] of rows) {
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      collect() {
        // A gauge without labels would otherwise show 0 while its value is unknown.
        if (label === undefined) this.remove();
        else this.reset();
        const subject = subjectNow();
        const reading = subject === null ? null : read(subject);
        const values = typeof reading === 'object' ? reading : { '': reading };
        for (const [key, value] of Object.entries(values ?? {})) {
          if (typeof value === 'number')
            this.set(label === undefined ? {} : { [label]: key }, value);
        }
      },
    });
  }
}
