import { SoilError } from './soil-error';

/** A job that was completed is at work again, and will have a new link: it is all right, and still the answer to identical requests. */
export class JobAtWork extends SoilError {}
