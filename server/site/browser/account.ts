import { drawCharts } from './charts.ts';
import { localiseTimes } from './times.ts';

drawCharts();
localiseTimes();
