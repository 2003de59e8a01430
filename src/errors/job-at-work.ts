import { SoilError } from './soil-error';

/** A job that was completed is at work again, and will have a new link: nothing is wrong with it, and it still answers identical requests. */
export class JobAtWork extends SoilError {}
