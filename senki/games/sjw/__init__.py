"""Stonewall Jackson's Way: the campaign of Second Manassas, August 1862."""
